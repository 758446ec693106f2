/** Registers the worker that shows a page of its own when there is no network, and makes the platform installable. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // plain http outside this machine has no workers; the platform works without
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
