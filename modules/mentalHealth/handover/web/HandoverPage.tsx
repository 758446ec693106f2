import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { LEVEL_TONES, LEVELS } from '../../attention/model/attention-case.ts'
import { assessReturn, HANDOVER_REASONS, openHandover, openHandovers, signHandover } from '../model/handover.ts'

type Line = AnswerOf<typeof openHandovers>[number]
export const about: PageFile['about'] = () => ({
  use: t('学生换了辅导员或专业、休学、复学、离校后，等你接手的个案。'),
  who: t('只看得到由自己签收的个案。'),
  first: t('先点“查看”，和原来的负责人当面交接，再签收。复学的学生由心理中心评估。'),
})
/** 个案交接: cases that wait for the caller. */
export default function HandoverPage() {
  const read = useRead(openHandovers, {})
  const [seen, setSeen] = useState<AnswerOf<typeof openHandover>>()
  return (
    <Page title={t('个案交接')}>
      <Loaded of={read}>
        {rows => (
          <Sheet label={t('个案交接')}>
            <PlainTable<Line>
              label={t('个案交接')}
              rows={rows}
              keyOf={row => row.id}
              empty={t('没有等你签收的个案')}
              isCardsOnPhone
              columns={[
                [t('姓名'), row => row.name, { isHead: true }],
                [t('学号'), row => row.studentNo ?? MISSING],
                [t('班级'), row => row.className ?? MISSING],
                [t('级别'), row => <State tone={LEVEL_TONES[row.level]}>{t(LEVELS[row.level])}</State>],
                [t('原因'), row => t(HANDOVER_REASONS[row.reason])],
                [t('开始时间'), row => formatDatetime(row.at)],
                [t('此前负责人'), row => row.owner ?? MISSING],
                [
                  t('操作'),
                  row => (
                    <Row>
                      <ActionButton of={openHandover} input={{ id: row.id }} done={false} onDone={setSeen} />
                      {row.reason === 'returned' ? (
                        <FormButton of={assessReturn} input={{ id: row.id }} type="primary" />
                      ) : (
                        <FormButton of={signHandover} input={{ id: row.id }} type="primary" />
                      )}
                    </Row>
                  ),
                ],
              ]}
            />
          </Sheet>
        )}
      </Loaded>
      <Panel open={seen !== undefined} title={t('个案交接')} onClose={() => setSeen(undefined)}>
        <Sheet title={t('注意什么')}>
          <p>{seen?.watchFor ?? MISSING}</p>
        </Sheet>
        <Sheet title={t('约定的做法')}>
          <p>{seen?.agreedActions ?? MISSING}</p>
        </Sheet>
      </Panel>
    </Page>
  )
}
