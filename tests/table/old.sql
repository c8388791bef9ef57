BEGIN TRANSACTION;
CREATE TABLE about (
	name VARCHAR(40) NOT NULL, 
	value VARCHAR(200), 
	PRIMARY KEY (name)
);
INSERT INTO "about" VALUES('schema','1');
CREATE TABLE answers (
	token VARCHAR(64) NOT NULL, 
	act VARCHAR(80) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (token, act)
);
INSERT INTO "answers" VALUES('L8Fh8wyAiUwmyov8Htf2tR7U','"old-act"','{"done":{"id":"old-act","n":2,"events":[{"n":2,"kind":"moved","text":"moved Blue","cite":"","seat":"union","units":["Blue"],"hex":"0101","roll":null,"depth":2,"opens":false,"heading":null,"note":null,"from":[],"trace":null,"tone":"none","detail":[],"chapter":1}],"left":[]}}');
CREATE TABLE entries (
	game VARCHAR(40) NOT NULL, 
	n INTEGER NOT NULL, 
	line TEXT NOT NULL, 
	PRIMARY KEY (game, n), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "entries" VALUES('52c7a8e9eb93',1,'{"n":1,"seat":"chance","decision":0,"do":"Nothing","digest":"cb81d2878d840928","chain":"777ff920ae885761a0e1c5fbb3c7e9ba"}');
INSERT INTO "entries" VALUES('52c7a8e9eb93',2,'{"n":2,"seat":"union","decision":1,"do":"Blue: 0101","digest":"e17220907bf63ea4","chain":"a9324cab3f14560e853224888da10313"}');
INSERT INTO "entries" VALUES('a8e3ad6e9632',1,'{"n":1,"seat":"chance","decision":0,"do":"Ruse","digest":"1bbf53a358564177","chain":"0d729d8b5366ff820dc503970cc49b4f"}');
CREATE TABLE games (
	id VARCHAR(40) NOT NULL, 
	battle VARCHAR(200) NOT NULL, 
	made VARCHAR(40) NOT NULL, 
	setup TEXT NOT NULL, 
	secret BLOB NOT NULL, 
	header TEXT NOT NULL, 
	over BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('52c7a8e9eb93','toy/duel','2026-11-30T00:00:00+00:00','{"seats":{"union":"human","confederate":"human"},"dice":"seeded","free_undo":false,"open_hands":false,"hands":"","beat":null,"orders":false}',X'0997F3BFA97EE97F33A28FC5C1C78713EF7775AF37026F51330E06841AC95FC4','{"vedette":1,"rules":{"rulebook":"toy","profile":"toy","version":1},"battle":"toy/duel","pack":"toy","pack_hash":"toy","options":{"turns":6},"seats":{"union":"human","confederate":"human"},"dice":{"kind":"seeded","commitment":"a7e2690a901525981d47faabcf6edc5aac25dda69d8394239b24305b325b5c9f"},"practice":false,"chain":"12ddd1892e99a3b5fd3c20213c6186c2"}',0);
INSERT INTO "games" VALUES('a8e3ad6e9632','toy/duel','2026-11-29T03:44:46.201268+00:00','{"seats":{"union":"human","confederate":"random"},"dice":"seeded","free_undo":false,"open_hands":false,"hands":"","beat":null,"orders":false}',X'02E9B3FA5B34C31939D03F6C0B66101C50CD95DB722216C20543195D6610AD4C','{"vedette":1,"rules":{"rulebook":"toy","profile":"toy","version":1},"battle":"toy/duel","pack":"toy","pack_hash":"toy","options":{"turns":6},"seats":{"union":"human","confederate":"random"},"dice":{"kind":"seeded","commitment":"444a61ca6b643af2bbd9a3b1be0b0095808e4bd71a26d6106a3cdca32a706c74"},"practice":false,"chain":"62947f50a09d5d15810f2a74d507ea9c"}',0);
CREATE TABLE grants (
	token VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	seats VARCHAR(400) NOT NULL, 
	PRIMARY KEY (token), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "grants" VALUES('L8Fh8wyAiUwmyov8Htf2tR7U','52c7a8e9eb93','union');
INSERT INTO "grants" VALUES('c9IRhkXdTZ4rlZ212Y9ySWOo','52c7a8e9eb93','confederate');
INSERT INTO "grants" VALUES('M77NJjohubBCw1zH3kY6S56m','52c7a8e9eb93','union confederate');
INSERT INTO "grants" VALUES('8S5yoi3rWiPrHR3kRjw-_9r3','a8e3ad6e9632','union');
CREATE TABLE orders (
	game VARCHAR(40) NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (game, seat), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE requests (
	game VARCHAR(40) NOT NULL, 
	body TEXT, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE INDEX ix_grants_game ON grants (game);
COMMIT;
