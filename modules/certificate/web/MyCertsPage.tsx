import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { certApplication } from '../model/application.ts'
import { certStates, verifyStates } from '../model/student-cert.ts'
import { Asked } from './Asked.tsx'

const ADD = '/certificate/add'
/** 我的证书: the wallet of a student, below what the major asks. */
export default function MyCertsPage() {
  return (
    <MyApplicationsPage
      of={certApplication}
      title={t('我的证书')}
      apply={{ path: ADD, label: t('登记证书') }}
      onlyStudents={t('当前账号不是学生，没有自己的证书')}
      nothing={t('还没有登记过证书')}
      above={<MyMajor />}
    >
      {(row, at) => (
        <MyApplication
          of={certApplication}
          row={row}
          at={at}
          label={`${row.cert} ${row.certNo}`}
          title={[row.cert, row.level].filter(Boolean).join(' ')}
          states={certStates}
          standing={row.verifyReason ?? ''}
          apply={ADD}
        >
          <p>{t('编号 {{no}}', { no: row.certNo })}</p>
          <p className="ql-quiet">
            {row.expiresOn
              ? t('{{from}} 发证，{{to}} 到期', { from: formatDate(row.issuedOn), to: formatDate(row.expiresOn) })
              : t('{{from}} 发证，长期有效', { from: formatDate(row.issuedOn) })}
          </p>
          <Row gap={2}>
            {row.state === 'approved' ? <StateTag of={verifyStates} state={row.verifyState} /> : null}
            {row.isExpired ? <State tone="over">{t('已过期')}</State> : null}
            <FileLinks ids={row.files?.flatMap(f => f ?? [])} label={t('照片')} />
          </Row>
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
function MyMajor() {
  const { data } = useRead(certApplication.begin, {})
  return data ? <Asked of={data.asks} /> : null
}
export const about: PageFile['about'] = () => ({
  use: t('你的证书和你的专业要求的证书。核验通过的才用于测评、评奖和毕业审核。'),
  who: t('只有你自己和负责你的老师看得到。'),
  first: t('点“登记证书”，先拍照，再照着填编号和日期。'),
})
