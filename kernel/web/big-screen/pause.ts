/** Sleep that ends early on abort and removes its listener: big screens run for weeks and must not leak. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(done => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
