import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { RISKS } from '../../attention/model/risk.ts'
import { confirmLevel, dismissProposal, readResult, recordInterview } from '../model/interview.ts'
import { FAULTS } from '../model/scoring.ts'

const CHANGES = ['mhResult', 'mhInterview']
/** One result: answers, talks, and what the psychologist decides. */
export function ResultPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(readResult, { id })
  return (
    <Panel open size={720} title={t('普查结果')} onClose={onClose}>
      <Loaded of={read}>
        {one => (
          <Stack>
            <p>
              {t('{{name}}，{{scale}}：总分 {{total}}，最高因子分 {{factor}}，阳性项目 {{positives}} 个。', {
                ...{ name: one.studentName, scale: t(one.scaleName), total: one.total ?? MISSING, factor: one.factor ?? MISSING },
                positives: one.positives ?? MISSING,
              })}
            </p>
            {one.fault ? <p>{t('没有计分：{{why}}，用时 {{n}} 秒。', { why: t(FAULTS[one.fault]), n: one.seconds ?? MISSING })}</p> : null}
            {one.dismissReason ? <p>{t('已排除：{{why}}', { why: one.dismissReason })}</p> : null}
            <Row gap={2}>
              <FormButton of={recordInterview} input={{ id }} changes={CHANGES} />
              {one.state === 'toInterview' ? (
                <>
                  <FormButton of={confirmLevel} input={{ id }} changes={CHANGES} />
                  <FormButton of={dismissProposal} input={{ id }} changes={CHANGES} />
                </>
              ) : null}
            </Row>
            <Sheet title={t('约谈')} isBare>
              <PlainTable
                label={t('约谈')}
                rows={one.interviews}
                keyOf={talk => talk.at}
                isCardsOnPhone
                empty={t('还没有约谈')}
                columns={[
                  [t('约谈时间'), talk => formatDatetime(talk.at), { isHead: true }],
                  [t('约谈人'), talk => talk.interviewer],
                  [t('危险程度'), talk => t(RISKS[talk.risk])],
                  [t('了解到的情况'), talk => talk.impression],
                  [t('建议'), talk => talk.advice],
                ]}
              />
            </Sheet>
            <Sheet title={t('各题')} isBare>
              <PlainTable
                label={t('各题')}
                rows={one.answers}
                keyOf={given => given.item}
                empty={t('导入的结果没有各题的答案')}
                columns={[
                  [t('题目'), given => t(given.item), { isHead: true }],
                  [t('答案'), given => t(given.answer)],
                ]}
              />
              <PlainTable
                label={t('因子分')}
                rows={one.dimensionScores}
                keyOf={d => d.name}
                columns={[
                  [t('因子'), d => t(d.name), { isHead: true }],
                  [t('分'), d => d.score, { isNumber: true }],
                ]}
              />
            </Sheet>
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}
