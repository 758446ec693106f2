import { Segmented } from 'antd'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useCan } from '#web/session/useCan.ts'
import { raiseObjection } from '../model/objection.ts'
import { MyObjections } from './notices/MyObjections.tsx'
import { NoticePeople } from './notices/NoticePeople.tsx'
import { RunningNotices } from './notices/RunningNotices.tsx'
import './notices/notices.css'

/** 结果公示: current notices, their people, and the reader's own objections. */
export default function PublicNoticePage() {
  const [params, , put] = useOwnParams()
  const mayObject = useCan(raiseObjection.permission)
  const tab = params.get('tab') === 'mine' && mayObject ? 'mine' : 'running'
  const id = params.get('id')
  return (
    <div className="notice-page">
      <Row as="header" gap={3} spread="between">
        <h1>{t('结果公示')}</h1>
        {mayObject ? (
          <Segmented
            value={tab}
            options={[
              { value: 'running', label: t('正在公示') },
              { value: 'mine', label: t('我的异议') },
            ]}
            onChange={next => put({ tab: next === 'running' ? undefined : next, id: undefined })}
          />
        ) : null}
      </Row>
      {tab === 'mine' ? (
        <MyObjections />
      ) : id ? (
        <NoticePeople key={id} noticeId={id} mayObject={mayObject} onBack={() => put({ id: undefined })} onRaised={() => put({ tab: 'mine', id: undefined })} />
      ) : (
        <RunningNotices onOpen={next => put({ id: next })} />
      )}
    </div>
  )
}
