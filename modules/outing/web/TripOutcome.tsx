import type { ReactNode } from 'react'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import type { FormValues } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { outingApplication } from '../model/application.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What a trip leads to: its hours, who decides, and whether it asks for signs of life. */
export function TripOutcome({ values, id, children }: { values: FormValues; id?: string | undefined; children?: ReactNode }) {
  const asked = { outPlanned: text(values.outPlanned), backPlanned: text(values.backPlanned), cantonCode: text(values.cantonCode) }
  const enabled = Object.values(asked).every(Boolean)
  const studentId = text(values.studentId)
  const { data } = useRead(outingApplication.preview, { ...asked, ...(id ? { id } : {}), ...(studentId ? { studentId } : {}) }, { enabled, keeps: true })
  if (!enabled) return children
  return (
    <Outcome of={data ?? undefined} otherwise={children} after={data?.asksSafe ? t('，外出期间每天报平安') : null}>
      {t('外出 {{n}} 小时', { n: data?.hours ?? 0 })}
      {data?.steps.length ? null : t('，登记后立即生效')}
    </Outcome>
  )
}
