// How soon the page is there on a slow phone: 1.6 Mbit/s, 150 ms, a quarter of this machine's speed. `npm run speed` prints it;
// it judges nothing, since a busy machine is slow whatever the page does.

import { launch, Person, quantile, Server } from "./harness.mjs";

const ROUNDS = 5;

async function round(browser, server) {
  const person = await Person.come(browser, server, { width: 390, height: 844, scale: 2, touch: true });
  const wire = await person.context.newCDPSession(person.page);
  await wire.send("Network.enable");
  await wire.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 });
  await wire.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await person.page.goto(server.url);
  await person.page.waitForSelector("#play-now");
  const figures = await person.page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
    usable: performance.now(),
  }));
  await person.leave();
  return figures;
}

const server = new Server();
await server.start();
const browser = await launch();
const found = [];
for (let i = 0; i < ROUNDS; i++) found.push(await round(browser, server));
const middle = (name) =>
  Math.round(
    quantile(
      found.map((f) => f[name]),
      0.5,
    ),
  );
console.log(`first paint ${middle("painted")} ms, usable ${middle("usable")} ms (medians of ${ROUNDS})`);
await browser.close();
await server.end();
