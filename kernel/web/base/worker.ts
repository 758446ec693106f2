/** Registers the service worker that shows the offline page and makes the platform installable. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // plain http (other than localhost) has no service workers; the platform works without
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
