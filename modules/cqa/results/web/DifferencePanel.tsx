import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { scoreText } from '../../sheets/model/sheet.ts'
import { correctResults, resultDifferences } from '../model/actions.ts'

const CHANGES = ['cqaSheet', 'cqaCorrection', 'cqaScheme']
/** What would be another result if it were calculated now; approved as a whole. */
export function DifferencePanel({ of: { id, name }, onClose }: { of: { id: string; name: string }; onClose: () => void }) {
  const read = useRead(resultDifferences, { id })
  return (
    <Panel open size={720} title={t('“{{name}}”的差异', { name })} onClose={onClose}>
      <Loaded of={read} slow={t('正在重新计算，全校三万人要一分多钟')}>
        {data => (
          <Stack>
            <p className="ql-help">
              {data.count
                ? t('按现在的佐证、成绩和评分重新计算，{{n}} 人的结果与已定的不同。批准以前什么都不改变。', { n: data.count })
                : t('按现在的佐证、成绩和评分重新计算，结果与已定的相同。')}
            </p>
            {data.count ? (
              <Row gap={2}>
                <FormButton
                  of={correctResults}
                  input={{ id, seen: data.seen }}
                  changes={CHANGES}
                  note={t('{{n}} 人的结果改为新的版本，本人收到通知，用过原名次的评奖要复核。', { n: data.count })}
                  done={t('已更正')}
                />
              </Row>
            ) : null}
            <PlainTable
              label={t('差异')}
              rows={data.rows}
              keyOf={r => r.id}
              isCardsOnPhone
              columns={[
                [t('姓名'), r => r.name, { isHead: true }],
                [t('学号'), r => r.studentNo],
                [t('班级'), r => r.className],
                [t('总分'), r => `${scoreText(r.fromTotal)} → ${scoreText(r.toTotal)}`],
                [t('名次'), r => `${r.fromRank ?? '—'} → ${r.toRank ?? '—'}`],
                [t('得分变动'), r => r.changes],
              ]}
            />
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}
