import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiFailure, ApiRefusal, isRefusal } from './failure.ts'
import { notify } from './notices.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `inPlace`: the page renders the error itself, no toast. */
    queryMeta: { inPlace?: boolean }
    mutationMeta: { inPlace?: boolean }
  }
}
/** Shows refusals that no component handles as a toast (customer: HTTP 400 shows `msg`). The client has already reported other failures. */
const tell = (error: unknown): void => {
  if (isRefusal(error) && error.code !== 428) notify.error(error.message)
}
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => query.meta?.inPlace || tell(error) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => mutation.meta?.inPlace || mutation.options.onError || tell(error),
  }),
  defaultOptions: {
    // a call without network fails and says so: the library's default would hold writes back in silence and do them later
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 1 && error instanceof ApiFailure && error.kind === 'network',
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
/** Shows refusals of calls outside queries that were not caught (unhandled rejections). */
export function tellUnhandled(): () => void {
  const listener = (event: PromiseRejectionEvent) => {
    if (!(event.reason instanceof ApiRefusal) && !(event.reason instanceof ApiFailure)) return
    event.preventDefault()
    tell(event.reason)
  }
  addEventListener('unhandledrejection', listener)
  return () => removeEventListener('unhandledrejection', listener)
}
