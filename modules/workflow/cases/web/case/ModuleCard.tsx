import { type FunctionComponent, Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { ErrorBoundary } from '#web/feedback/ErrorBoundary.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import style from './case.module.css'

/** Props of a module's own case card. */
export interface CaseCardProps {
  /** Row the case is about. */
  bizId: string
  caseId: string
  /** Whether the reader has an open task. */
  isApprover: boolean
}
type Card = FunctionComponent<CaseCardProps>
const FILES = import.meta.glob<{ default: Card }>('/modules/*/{web,*/web}/cases/*Case.tsx')
const made = new Map<string, Card>()

/** Card of a business type: the file `web/cases/{BizType}Case.tsx` of a module or of one of its parts. Shown above the form. */
export function cardOf(bizType: string): Card | undefined {
  const known = made.get(bizType)
  if (known) return known
  const file = `/web/cases/${bizType.charAt(0).toUpperCase()}${bizType.slice(1)}Case.tsx`
  const load = Object.entries(FILES).find(([path]) => path.endsWith(file))?.[1]
  if (!load) return undefined
  const card = lazily(load)
  made.set(bizType, card)
  return card
}
export function ModuleCard({ card: Own, ...props }: CaseCardProps & { card: Card }) {
  return (
    <ErrorBoundary>
      <Suspense
        fallback={
          <Sheet as="div" className={style.sheet}>
            <Bars lines={6} />
          </Sheet>
        }
      >
        <Own {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
