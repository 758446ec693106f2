import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useCan } from '#web/session/useCan.ts'
import { MISSING } from '#web/values/format.ts'
import { COLUMNS, importResults, LINE_FAULTS } from '../model/import-results.ts'

/** Takes what was copied from a spreadsheet; where lines do not count nothing is taken, and each is named. */
export function ImportButton({ screeningId, scaleIds }: { screeningId: string; scaleIds: readonly string[] }) {
  const may = useCan(importResults.permission)
  const [isOpen, setOpen] = useState(false)
  const [answer, setAnswer] = useState<AnswerOf<typeof importResults>>()
  const only = scaleIds.length === 1 ? scaleIds[0] : undefined
  const faults = answer?.faults.flatMap(f => f ?? []) ?? []
  if (!may) return null
  return (
    <>
      <PlacedButton onClick={() => setOpen(true)}>{t(importResults.label)}</PlacedButton>
      <Panel open={isOpen} title={t(importResults.label)} onClose={() => setOpen(false)}>
        <Stack>
          <p className="ql-help">{t('列依次是：{{columns}}。表格不会上传保存。', { columns: COLUMNS.map(c => t(c)).join('、') })}</p>
          <Row>
            <FormButton
              of={importResults}
              input={{ screeningId }}
              layout={[{ field: 'scaleId', where: () => ({ 'id.in': scaleIds.join(',') }) }, 'lines']}
              {...(only ? { initial: { scaleId: only } } : {})}
              type="primary"
              done={false}
              changes={['mhResult']}
              onDone={setAnswer}
            />
          </Row>
          {answer && !faults.length ? <p>{t('导入了 {{n}} 份结果', { n: answer.taken })}</p> : null}
          {faults.length ? (
            <>
              <p>{t('有 {{n}} 行不能导入，这次一份都没有导入，改好后请再整块导入', { n: faults.length })}</p>
              <PlainTable
                label={t('没有导入的原因')}
                rows={faults}
                keyOf={f => `${f.line}`}
                isCardsOnPhone
                columns={[
                  [t('行'), f => f.line, { isHead: true, isNumber: true }],
                  [t('学号'), f => f.who || MISSING],
                  [t('原因'), f => t(LINE_FAULTS[f.why])],
                  [t('所填'), f => f.value || MISSING],
                ]}
              />
            </>
          ) : null}
        </Stack>
      </Panel>
    </>
  )
}
