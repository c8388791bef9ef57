/** Whether this screen is pressed with fingers: no keys are named there. */
export const coarse = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
