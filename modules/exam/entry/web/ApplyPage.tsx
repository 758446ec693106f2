import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { applicationStates } from '../model/application.ts'
import { beginApplication, myApplication } from '../model/own-actions.ts'
import { Choices } from './apply/Choices.tsx'
import { Information, Materials } from './apply/Information.tsx'
import type { Mine } from './apply/mine.ts'
import { Pay, Submit } from './apply/Submit.tsx'
import { ExamPage } from './public/ExamPage.tsx'

/** 考试报名 → 我的报名: six steps, each saved by itself. */
export default function ApplyPage() {
  const [params] = useSearchParams()
  const batchId = params.get('batch') ?? ''
  const read = useRead(myApplication, { batchId }, { enabled: Boolean(batchId) })
  return (
    <ExamPage title={t('我的报名')}>{batchId ? <Loaded of={read}>{of => <Steps of={of} batchId={batchId} />}</Loaded> : <Empty title={t('请先在首页选择一次考试')} />}</ExamPage>
  )
}
function Steps({ of, batchId }: { of: Mine; batchId: string }) {
  const { application: row, applicant } = of
  return (
    <Stack>
      <Sheet title={of.name}>
        {row ? (
          <Row gap={3} spread="between">
            <span>{applicant?.name}</span>
            <StateTag of={applicationStates} state={row.state} />
          </Row>
        ) : null}
        <p className="ql-quiet">{t('报名 {{at}} 截止，以服务器时间为准', { at: formatDatetime(of.endTime) })}</p>
        {row?.reviewNote && ['returned', 'rejected', 'lapsed'].includes(row.state) ? <p className="ql-problem">{row.reviewNote}</p> : null}
        {of.notice ? <p>{of.notice}</p> : null}
      </Sheet>
      <Sheet title={t('1. 考生号')}>
        {applicant ? (
          <p>
            {applicant.ksh}　{applicant.idNo}
          </p>
        ) : (
          <>
            <p>{of.needsList ? t('考生号和证件号须与省招办名单一致。') : t('填写省招办给的考生号和本人证件号。')}</p>
            {of.isOpen ? <FormButton of={beginApplication} type="primary" input={{ batchId }} changes={['examApplication']} done={false} /> : null}
          </>
        )}
      </Sheet>
      {row && applicant ? (
        <>
          <Information of={of} row={row} applicant={applicant} />
          <Materials of={of} row={row} applicant={applicant} />
          <Choices of={of} row={row} applicant={applicant} />
          <Submit of={of} row={row} applicant={applicant} />
          <Pay of={of} row={row} applicant={applicant} />
        </>
      ) : null}
    </Stack>
  )
}
