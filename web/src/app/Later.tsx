// A view that is loaded when it is first wanted.

import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { complain } from "./notice";
import { t } from "../words";

type Props<P> = { load: () => Promise<FunctionComponent<P>>; props: P; isQuiet?: boolean };

/** Shows that it loads, unless it is a small part of a page. */
export function Later<P extends object>({ load, props, isQuiet = false }: Props<P>) {
  const view = useSignal<{ View: FunctionComponent<P> } | null>(null);
  useEffect(() => {
    load().then((View) => (view.value = { View }), complain);
  }, [load]);
  if (!view.value)
    return isQuiet ? null : (
      <section class="plain">
        <h1 class="quiet">{t("loading")}</h1>
      </section>
    );
  const { View } = view.value;
  return <View {...props} />;
}
