// Starts the page.

import { render } from "preact";
import { App } from "./app/App";
import { isSite } from "./app/end";
import { installDeveloperObject } from "./app/developer";
import { followAddress } from "./app/route";
import { applySettings } from "./app/settings";
import { begin } from "./app/store";
import { followTitle } from "./app/title";
import "./styles/colours.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/frame.css";
import "./styles/dialog.css";
import "./styles/lists.css";
import "./styles/home.css";
import "./styles/table.css";
import "./styles/players.css";
import "./styles/people.css";
import "./styles/panels.css";
import "./styles/moves.css";
import "./styles/study.css";
import "./styles/library.css";
import "./styles/training.css";
import "./styles/learn.css";
import "./styles/openings.css";
import "./styles/live.css";

applySettings();
followAddress();
installDeveloperObject();
followTitle();
render(<App />, document.getElementById("app")!);
void begin();
if (isSite) {
  void import("./local/install").then(({ keepOffline }) => keepOffline());
  void import("./local/server").then(({ lookForServer }) => lookForServer());
}
