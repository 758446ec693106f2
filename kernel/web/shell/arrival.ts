/** What moves the focus until then are the parts of the shell that close: a drawer, a menu. */
export const AT_ONCE_MS = 3000
const ARRIVAL_MS = 30_000
const LATER_MS = 200
/** Tries until it succeeds, at most as long as somebody waits for a page: once a frame at first, then a few times a second, since each look makes the browser lay out the page. */
export function whenShown(attempt: (waitedMs: number) => boolean): () => void {
  const began = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = requestAnimationFrame(look)
  function look() {
    const waitedMs = performance.now() - began
    if (attempt(waitedMs) || waitedMs >= ARRIVAL_MS) return
    if (waitedMs <= AT_ONCE_MS) frame = requestAnimationFrame(look)
    else timer = setTimeout(look, LATER_MS)
  }
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
