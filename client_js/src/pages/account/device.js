/** What to call this device in the list of an account's devices. */

const LABEL_CHARS = 64;

/** Browser and system, as far as they say it. */
export const deviceLabel = () => {
  const system = navigator.userAgent.match(/Android|iPhone|iPad|Windows|Mac OS|Linux|CrOS/)?.[0] ?? "";
  const browser = navigator.userAgent.match(/Firefox|Edg|OPR|Chrome|Safari/)?.[0] ?? "";
  return [browser, system].filter(Boolean).join(" · ").slice(0, LABEL_CHARS);
};
