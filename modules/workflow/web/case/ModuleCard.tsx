import { type FunctionComponent, Suspense } from 'react'
import { lazily } from '#web/app/chunk.ts'
import { ErrorBoundary } from '#web/app/ErrorBoundary.tsx'
import { Bars } from '#web/feedback/Empty.tsx'

/** What a module's own card of a case is handed. */
export interface CaseCardProps {
  /** Row the case is about. */
  bizId: string
  caseId: string
  /** Whether it is this reader's turn to decide. */
  isApprover: boolean
}
type Card = FunctionComponent<CaseCardProps>
const FILES = import.meta.glob<{ default: Card }>('/modules/*/web/cases/*Case.tsx')
const made = new Map<string, Card>()

/** The card of a kind of row: `modules/{module}/web/cases/{BizType}Case.tsx`. It stands above the declared form. */
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
          <div className="ql-sheet case-sheet">
            <Bars lines={6} />
          </div>
        }
      >
        <Own {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
