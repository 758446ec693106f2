import { useState } from 'react'
import type { BegunOf, MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { requestApplication } from '../model/application.ts'
import { REQUEST_KINDS, type RequestKind } from '../model/fee-application.ts'
import { type PlanPart, planOf } from '../model/plan.ts'

type FormStart = BegunOf<typeof requestApplication>
export type Line = FormStart['lines'][number]
export type RequestForm = ReturnType<typeof useRequest>
/** Fees a kind can be about. */
const isFor = (kind: RequestKind, line: Line): boolean => {
  if (kind === 'refund') return line.paid > 0 && (line.refundRule === 'full' || line.refundRule === 'unused')
  return kind === 'reduction' ? line.charged > 0 : line.owed > 0
}
const SEVERAL: readonly RequestKind[] = ['deferral', 'refund']
const isKind = (kind: unknown): kind is RequestKind => typeof kind === 'string' && kind in REQUEST_KINDS
/** State of the form: the kind, its fees, what the kind asks, and the preview. */
export function useRequest(known: FormStart, row: MineOf<typeof requestApplication> | undefined, given: { kind: string | null; line: string | null }) {
  const wanted = { ...(isKind(given.kind) ? { kind: given.kind } : {}), ...(given.line ? { lineIds: [given.line] } : {}) }
  const begun = useBeginning({ draft: 'fee.request', id: row?.id, values: row ? { ...row } : {}, prefilled: row ? {} : wanted })
  const start = begun.start as Partial<MineOf<typeof requestApplication>> // its own values, checked when they are sent
  const [kind, setKind] = useState<RequestKind>(isKind(start.kind) ? start.kind : 'deferral')
  const [ids, setIds] = useState<readonly string[]>((start.lineIds ?? []).flatMap(id => id ?? []))
  const [until, setUntil] = useState<string | null>(start.until ?? null)
  const [amount, setAmount] = useState<number | null>(start.amount ?? null)
  const [plan, setPlan] = useState<PlanPart[]>(planOf(start.plan))
  const offered = known.lines.filter(line => isFor(kind, line))
  const chosen = offered.filter(line => ids.includes(line.id))
  const lineIds = chosen.map(line => line.id)
  const isAmountAsked = kind === 'reduction' || (kind === 'refund' && chosen.length < 2)
  const asks = { kind, lineIds, amount: isAmountAsked ? amount : null, until: kind === 'deferral' ? until : null }
  const isReady = kind === 'deferral' ? Boolean(chosen.length && until) : kind === 'instalment' ? chosen.length > 0 : isAmountAsked ? Boolean(amount) : true
  const preview = useRead(requestApplication.preview, { ...asks, id: row?.id ?? null }, { enabled: isReady, keeps: true }).data ?? undefined
  const state = useApplicationForm({
    of: requestApplication,
    ...begun,
    page: '/fee/requests/mine',
    layout: [{ fields: [{ field: 'reason', help: t('写清楚为什么，例如家庭情况、预计什么时候能缴') }, { field: 'files' }] }],
    beside: { ...asks, plan: kind === 'instalment' ? plan : null },
    changes: ['billLine'],
  })
  const choose = (id: string, is: boolean) => {
    setPlan([])
    setIds(is ? [...(SEVERAL.includes(kind) ? ids : []), id] : ids.filter(other => other !== id))
  }
  const pickKind = (next: string) => {
    if (!isKind(next)) return
    setKind(next)
    setIds(ids.slice(0, SEVERAL.includes(next) ? ids.length : 1))
  }
  const lastDay = chosen.map(l => l.yearEnd).sort()[0]
  return { ...state, kind, pickKind, offered, chosen, choose, until, setUntil, amount, setAmount, plan, setPlan, preview, isReady, lastDay }
}
