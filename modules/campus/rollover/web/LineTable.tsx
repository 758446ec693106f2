import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { MISSING } from '#web/values/format.ts'
import { skipLines } from '../model/rollover-actions.ts'
import { rolloverLine } from '../model/rollover-line.ts'

interface LineTableProps {
  title: string
  isPart?: boolean
  /** Rows that wait for a decision may be decided about together. */
  isExceptions?: boolean
  views?: ReactNode
  where: Readonly<Record<string, unknown>>
}
/** Rows of a run; exceptions lead to where they are resolved, or are skipped with a reason. */
export const LineTable = ({ title, isPart = false, isExceptions = false, views, where }: LineTableProps) => (
  <EntityTable<typeof rolloverLine>
    of={rolloverLine}
    title={title}
    isPart={isPart}
    views={views}
    verbs={['export']}
    where={where}
    columns={[
      { key: 'title', width: 240 },
      { key: 'stepTitle', width: 170, align: 'left' },
      { key: 'kind', width: 90 },
      'departmentId',
      { key: 'state', width: 110 },
      {
        key: 'problem',
        width: 280,
        align: 'left',
        render: row => (row.problem && row.link && row.state === 'blocked' ? <Link to={row.link}>{row.problem}</Link> : (row.problem ?? MISSING)),
      },
      { key: 'reason', width: 180, align: 'left' },
      { key: 'skippedById', hidden: true },
      { key: 'doneAt', hidden: true },
    ]}
    facts={['problem', 'stepTitle', 'departmentId']}
    filters={['stepTitle', 'kind', { field: 'departmentId', where: () => ({ deptType: '1' }) }, 'state']}
    rowActions={row => <FormButton of={skipLines} input={{ ids: [row.id] }} note={t('跳过后这一项不办，同一步的其他项照办')} />}
    {...(isExceptions ? { batchActions: skipAll } : {})}
  />
)

const skipAll = (rows: ReadonlyArray<Shown<typeof rolloverLine>>, clear: () => void) =>
  rows.every(row => row.state === 'blocked') ? (
    <FormButton of={skipLines} input={{ ids: rows.map(row => row.id) }} onDone={clear} note={t('跳过后这些项不办，同一步的其他项照办')}>
      {t('跳过 {{n}} 项', { n: rows.length })}
    </FormButton>
  ) : null
