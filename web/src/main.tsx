// Starts the page.

import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app/App";
import { installDeveloperObject } from "./app/developer";
import { followAddress } from "./app/route";
import { applySettings } from "./app/settings";
import { begin } from "./app/store";
import "./styles.css";
import { t } from "./words";

applySettings();
followAddress();
installDeveloperObject();
effect(() => void (document.title = t("title")));
render(<App />, document.getElementById("app")!);
void begin();
