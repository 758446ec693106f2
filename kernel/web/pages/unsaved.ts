import { createContext, useContext, useEffect, useId } from 'react'
import { normalPath } from './routes.ts'
import { titleTab } from './tabs.ts'

/** Path of the view a component is rendered in. */
export const ViewContext = createContext<string>('')

/** Forms with unsaved input, by view path. */
const dirty = new Map<string, Set<string>>()
export const isUnsaved = (path: string): boolean => (dirty.get(path)?.size ?? 0) > 0
export const hasUnsaved = (): boolean => dirty.size > 0
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function mark(path: string, form: string, isDirty: boolean): void {
  const forms = dirty.get(path) ?? new Set()
  if (isDirty) forms.add(form)
  else forms.delete(form)
  if (forms.size) dirty.set(path, forms)
  else dirty.delete(path)
  settle()
}
function settle(): void {
  if (dirty.size) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}
/** Drops the unsaved state of closed views. */
export function forgetUnsaved(paths: readonly string[]): void {
  for (const path of paths) dirty.delete(path)
  settle()
}
/** While `isDirty`, closing the tab or the browser window asks first. */
export function useUnsaved(isDirty: boolean): void {
  const path = useContext(ViewContext)
  const form = useId()
  useEffect(() => {
    if (!isDirty) return
    mark(path, form, true)
    return () => {
      // If another tab became active, the form is only hidden and stays marked. Otherwise it was saved, discarded or unmounted.
      if (normalPath(location.pathname) === path) mark(path, form, false)
    }
  }, [path, form, isDirty])
}
/** Sets the title of the view's tab, e.g. the applicant's name. */
export function usePageTitle(title: string): void {
  const path = useContext(ViewContext)
  useEffect(() => {
    // deferred: the tab itself is added by an effect of a parent
    const timer = setTimeout(() => titleTab(path, title))
    return () => clearTimeout(timer)
  }, [path, title])
}
