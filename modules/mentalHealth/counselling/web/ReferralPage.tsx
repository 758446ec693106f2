import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { agreeOnPaper, printReferral, REPLIES, referInDanger, referralStates, referStudent, sentReferrals, withdrawReferral } from '../model/referral.ts'

type Line = AnswerOf<typeof sentReferrals>[number]
export const about: PageFile['about'] = () => ({
  use: t('把自己所带的学生转介给心理中心。'),
  who: t('辅导员看得到进展和中心的一句回复，看不到谈了什么；写下的情况只有心理中心看得到。'),
  first: t('先和学生说好，再点“转介”，学生在手机上确认后才送到中心；没有账号的，打印转介单请本人签字。有现实危险时点“紧急转介”，立即送到。'),
})
/** 心理转介: what became of those a counsellor sent to the centre. */
export default function ReferralPage() {
  const read = useRead(sentReferrals, {})
  const acts = (
    <Row>
      <FormButton of={referInDanger} danger note={t('有人正面临生命危险时，先拨打 110、120 并陪在身边。')} done={t('已送到心理中心')} />
      <FormButton of={referStudent} type="primary" note={t('学生会收到确认，愿意后才送到心理中心。')} done={t('已请学生确认')} />
    </Row>
  )
  return (
    <Page title={t('心理转介')} actions={acts}>
      <Loaded of={read}>
        {rows => (
          <Sheet label={t('心理转介')}>
            <PlainTable<Line>
              label={t('心理转介')}
              rows={rows}
              keyOf={row => row.id}
              empty={t('还没有转介过学生')}
              isCardsOnPhone
              columns={[
                [t('姓名'), row => row.name, { isHead: true }],
                [t('学号'), row => row.studentNo ?? MISSING],
                [t('班级'), row => row.className ?? MISSING],
                [t('时间'), row => formatDatetime(row.at)],
                [t('转介人'), row => row.by],
                [t('现实危险'), row => (row.isDanger ? <State tone="refused">{t('紧急')}</State> : MISSING)],
                [t('状态'), row => <StateTag of={referralStates} state={row.state} />],
                [t('回复'), row => (row.reply ? t(REPLIES[row.reply]) : MISSING)],
                [
                  t('操作'),
                  row => (
                    <Row>
                      {referralStates.allows(row, 'print') ? (
                        <DownloadButton of={printReferral} input={{ id: row.id }}>
                          {t(printReferral.label)}
                        </DownloadButton>
                      ) : null}
                      {referralStates.allows(row, 'agreeOnPaper') ? <FormButton of={agreeOnPaper} input={{ id: row.id }} done={t('已送到心理中心')} /> : null}
                      {referralStates.allows(row, 'withdraw') ? <ActionButton of={withdrawReferral} input={{ id: row.id }} confirm={t('撤回后，中心不再处理这项转介。')} /> : null}
                    </Row>
                  ),
                ],
              ]}
            />
          </Sheet>
        )}
      </Loaded>
    </Page>
  )
}
