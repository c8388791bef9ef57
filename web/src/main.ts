import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { looks } from "./lib/looks.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app");

looks.begin();

export default mount(App, { target });
