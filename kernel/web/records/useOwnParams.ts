import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { normalPath } from '#web/pages/routes.ts'
import { turnTab } from '#web/pages/tabs.ts'

type Part = Readonly<Record<string, string | null | undefined>>

/** URL parameters of this view, a way to replace them, and one to set a few; empty values are removed. */
export function useOwnParams(): [params: URLSearchParams, change: (make: (now: URLSearchParams) => URLSearchParams) => void, put: (part: Part) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const own = useRef({ search, params: new URLSearchParams(search) })
  if (search !== own.current.search) own.current = { search, params: new URLSearchParams(search) }
  const change = useCallback(
    (make: (now: URLSearchParams) => URLSearchParams) => {
      const before = own.current.params
      const next = make(before)
      if (String(next) === String(before)) return
      // paging and filtering push a history entry; typing in the keyword replaces it
      const isTyping = Boolean(before.get('q')) && Boolean(next.get('q')) && before.get('q') !== next.get('q')
      navigate({ pathname, search: String(next) }, { replace: isTyping })
      turnTab(normalPath(pathname), String(next) && `?${next}`)
    },
    [navigate, pathname],
  )
  const put = useCallback((part: Part) => change(now => withPart(now, part)), [change])
  return [own.current.params, change, put]
}
function withPart(now: URLSearchParams, part: Part): URLSearchParams {
  const next = new URLSearchParams(now)
  for (const [key, value] of Object.entries(part)) value ? next.set(key, value) : next.delete(key)
  return next
}
