import { Select } from 'antd'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { compareRounds, type surveyResults } from '../../model/analysis-actions.ts'

interface ComparedProps {
  id: string
  former: AnswerOf<typeof surveyResults>['former']
}
/** Marks of now and of an earlier survey whose questions have the same keys, such as the one it was copied from. */
export function Compared({ id, former }: ComparedProps) {
  const [params, , put] = useOwnParams()
  const other = params.get('former') ?? undefined
  const read = useRead(compareRounds, { id, former: other ?? '' }, { enabled: other !== undefined })
  return (
    <Stack>
      <div>
        <Select
          aria-label={t('以前的问卷')}
          placeholder={t('以前的问卷')}
          popupMatchSelectWidth={false}
          value={other ?? null}
          options={former.map(f => ({ value: f.id, label: f.name }))}
          onChange={next => put({ former: next })}
        />
      </div>
      {other ? (
        <Loaded of={read} empty={all => all.length === 0 && t('没有代号相同的打分题')}>
          {all => (
            <Sheet title={t('平均分')}>
              <PlainTable
                label={t('平均分')}
                rows={all}
                keyOf={q => q.number}
                columns={[
                  [t('题目'), q => `${q.number}. ${q.title}`, { isHead: true }],
                  [t('以前'), q => q.before, { isNumber: true }],
                  [t('现在'), q => q.now, { isNumber: true }],
                  [t('变化'), q => Math.round(((q.now ?? 0) - (q.before ?? 0)) * 100) / 100, { isNumber: true }],
                ]}
              />
            </Sheet>
          )}
        </Loaded>
      ) : (
        <Empty title={t('选一份以前的问卷')} />
      )}
    </Stack>
  )
}
