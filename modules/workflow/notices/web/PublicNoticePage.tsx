import { Segmented } from 'antd'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { RealmFrame } from '#web/login/RealmFrame.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useMay } from '#web/session/useCan.ts'
import { raiseObjection } from '../model/objection.ts'
import { MyObjections } from './MyObjections.tsx'
import { NoticePeople } from './NoticePeople.tsx'
import { RunningNotices } from './RunningNotices.tsx'

/** 结果公示: current notices, their people, and the reader's own objections. */
export default function PublicNoticePage() {
  return <RealmFrame>{back => <Results back={back} />}</RealmFrame>
}
function Results({ back }: { back: string | undefined }) {
  const [params, , put] = useOwnParams()
  const mayObject = useMay()(raiseObjection.permission)
  const tab = params.get('tab') === 'mine' && mayObject ? 'mine' : 'running'
  const id = params.get('id')
  return (
    <Page
      title={t('结果公示')}
      back={back}
      actions={
        mayObject ? (
          <Segmented
            value={tab}
            options={[
              { value: 'running', label: t('正在公示') },
              { value: 'mine', label: t('我的异议') },
            ]}
            onChange={next => put({ tab: next === 'running' ? undefined : next, id: undefined })}
          />
        ) : null
      }
      width="text"
    >
      {tab === 'mine' ? (
        <MyObjections />
      ) : id ? (
        <NoticePeople key={id} noticeId={id} mayObject={mayObject} onBack={() => put({ id: undefined })} onRaised={() => put({ tab: 'mine', id: undefined })} />
      ) : (
        <RunningNotices onOpen={next => put({ id: next })} />
      )}
    </Page>
  )
}
