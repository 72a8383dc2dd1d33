// A view that is loaded when it is first wanted.

import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { complain } from "./notice";
import { t } from "../words";

export function Later<P extends object>({ load, props }: { load: () => Promise<FunctionComponent<P>>; props: P }) {
  const view = useSignal<{ View: FunctionComponent<P> } | null>(null);
  useEffect(() => {
    load().then((View) => (view.value = { View }), complain);
  }, [load]);
  if (!view.value)
    return (
      <section class="plain">
        <h1 class="quiet">{t("loading")}</h1>
      </section>
    );
  const { View } = view.value;
  return <View {...props} />;
}
