import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { Value } from '#web/forms/Cell.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { RunningWork, whileBusy } from '#web/records/RunningWork.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { adoptVersion, aiTestResult, aiTestRun, rerunTests, runningTests, testResults } from '../../model/test-run.ts'

/** 60-AI14: what the test set came to, version by version. */
export const TestRuns = () => (
  <EntityTable
    of={aiTestRun}
    columns={[
      'model',
      'provider',
      'promptVersion',
      'state',
      'share',
      'correct',
      'done',
      'total',
      'startedAt',
      'startedBy',
      'reason',
      { key: 'address', hidden: true },
      { key: 'why', hidden: true },
    ]}
    filters={['state', 'model']}
    facts={['share', 'promptVersion', 'startedAt']}
    lead={<Running />}
    detail={{ extra: row => <Results id={row.id} /> }}
    rowActions={row => [
      <FormButton
        key="adopt"
        of={adoptVersion}
        input={{ id: row.id }}
        note={t('测试集有 {{share}}% 引用正确（{{correct}}/{{done}}）。理由留在记录里。', { share: row.share ?? 0, correct: row.correct, done: row.done })}
      />,
      <ActionButton key="rerun" of={rerunTests} input={{ id: row.id }} confirm={t('把测试题重新问一遍。测完以前“{{model}}”不回答问题。', { model: row.model })} />,
    ]}
  />
)
/** How far the runs are. */
function Running() {
  const { data } = useRead(runningTests, {}, { every: rows => whileBusy(rows) })
  const rows = (data ?? []).flatMap(row =>
    row ? [{ ...row, text: t('{{model}}：已测 {{done}} / {{total}} 道', { model: row.model, done: formatNumber(row.done), total: formatNumber(row.total) }) }] : [],
  )
  return <RunningWork of={aiTestRun} label={t('测试进度')} rows={rows} />
}
function Results({ id }: { id: string }) {
  const read = useRead(testResults, { id })
  if (!read.data) return <Loading of={read} lines={4} />
  return (
    <section>
      <h3>{t('各题结果')}</h3>
      <PlainTable
        label={t('各题结果')}
        rows={read.data}
        keyOf={row => row.question}
        empty={t('还没有测过题')}
        isCardsOnPhone
        columns={[
          [t('问题'), row => row.question, { isHead: true }],
          [t('须引用'), row => row.mustCite ?? '—'],
          [t('已引用'), row => row.cited ?? '—'],
          [t('判断'), row => <Value field={aiTestResult.fields.verdict} value={row.verdict} />],
        ]}
      />
    </section>
  )
}
