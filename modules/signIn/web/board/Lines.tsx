import type { ReactNode } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { excuseLines, signByStaff, voidLines } from '../../model/actions.ts'
import { FLAGS } from '../../model/flags.ts'
import { signLine } from '../../model/sign-line.ts'

type Line = Shown<typeof signLine>
type Verb = 'sign' | 'excuse' | 'void'
const VERBS = { sign: signByStaff, excuse: excuseLines, void: voidLines } as const
const MAY: Readonly<Record<Verb, ReadonlyArray<Line['state']>>> = {
  sign: ['pending', 'absent', 'excused', 'voided'],
  excuse: ['pending', 'absent'],
  void: ['signed', 'late', 'madeUp'],
}
const of = (verb: Verb, rows: readonly Line[]): string[] => rows.filter(row => MAY[verb].includes(row.state)).map(row => row.id)

/** Every line of the reader's students, with its history. */
export function Lines({ views }: { views: ReactNode }) {
  const mayManage = useCan(signByStaff.permission)
  const offer = (verb: Verb, rows: readonly Line[]) => {
    const ids = of(verb, rows)
    return ids.length ? (
      <FormButton key={verb} of={VERBS[verb]} input={{ ids }} changes={['signOccurrence']} danger={verb === 'void'} note={t('共 {{n}} 名学生', { n: ids.length })} />
    ) : null
  }
  const verbs = Object.keys(VERBS) as Verb[]
  return (
    <EntityTable<typeof signLine>
      of={signLine}
      title={t('签到记录#many')}
      views={views}
      columns={[
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'studentNo', width: 140 },
        { key: 'classId', width: 128 },
        { key: 'taskName', width: 180 },
        { key: 'date', width: 120 },
        { key: 'state', width: 100 },
        { key: 'signedAt', width: 160, render: row => (row.signedAt ? formatDatetime(row.signedAt) : '—') },
        { key: 'way', width: 110 },
        { key: 'flags', title: t('异常'), width: 150, render: row => (row.flags ?? []).map(flag => t(FLAGS[flag])).join(t('、')) || '—' },
        { key: 'flagState', hidden: true },
        { key: 'outAt', hidden: true },
        { key: 'excuse', hidden: true },
        { key: 'reason', hidden: true },
        { key: 'changedBy', hidden: true },
        { key: 'departmentId', hidden: true },
      ]}
      filters={['studentId', collegeFilter, 'classId', 'state', 'date', 'way', 'flagState', 'excuse']}
      rowActions={row => (mayManage ? verbs.map(verb => offer(verb, [row])) : [])}
      {...(mayManage ? { batchActions: (rows: readonly Line[]) => verbs.map(verb => offer(verb, rows)) } : {})}
    />
  )
}
