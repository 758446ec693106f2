import { Link } from 'react-router'
import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { NoData } from '#web/feedback/NoData.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { dueText } from '#web/values/due.ts'
import { formatNumber } from '#web/values/format.ts'
import { myCases } from '../../model/my-cases.ts'
import style from '../public/cases.module.css'

const MOST = 6
/** The user's open tasks with remaining time. */
export default function ApprovalsWidget() {
  const read = useRead(myCases, { tab: 'todo', size: MOST }, { follows: 'todo' })
  const { data } = read
  const total = data?.page.total ?? 0
  return (
    <WidgetFrame title={t('待我审批')} more={{ to: '/workflow/approvals', label: t('全部 {{n}} 件', { n: formatNumber(total) }) }}>
      {data ? null : <Loading of={read} lines={4} failed={t('审批暂时取不到')} />}
      {data && !total ? <NoData text={t('暂无待你审批的申请')} /> : null}
      <ul className={style.tile}>
        {(data?.result ?? []).map(item => {
          const due = dueText(item)
          return (
            <li key={item.taskId ?? item.instanceId}>
              <Link to={`/workflow/case/${item.instanceId}`}>
                <span>
                  <b>{item.title}</b>
                  <small>{[item.onBehalfOfName ? t('代 {{name}}', { name: item.onBehalfOfName }) : '', item.summary ?? item.processTypeName].filter(Boolean).join(' · ')}</small>
                </span>
                <em data-due={due.tone}>{due.text}</em>
              </Link>
            </li>
          )
        })}
      </ul>
    </WidgetFrame>
  )
}
