import { Link } from 'react-router'
import type { MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { bedsFree, changePhones, moveBack, report, sendConsent } from '../model/actions.ts'
import { stayApplication } from '../model/application.ts'
import { CONSENT_STATES, KINDS, stayStates, untilOf } from '../model/off-campus-stay.ts'
import { LocateButton } from './locate/LocateButton.tsx'

const APPLY = '/offCampus/apply'
type Mine = MineOf<typeof stayApplication>
/** 我的校外住宿: where an application stands, what the family said, the monthly report, and the way back. */
export default function MinePage() {
  return (
    <MyApplicationsPage
      of={stayApplication}
      title={t('我的校外住宿')}
      apply={{ path: APPLY, label: t('申请校外住宿') }}
      onlyStudents={t('当前账号不是学生，没有自己的校外住宿')}
      nothing={t('没有申请过校外住宿')}
    >
      {(row, at) => (
        <MyApplication
          of={stayApplication}
          row={row}
          at={at}
          label={t(KINDS[row.kind])}
          title={t(KINDS[row.kind])}
          states={stayStates}
          apply={APPLY}
          cancel={{ label: t('取消申请'), note: t('取消后仍在宿舍住。') }}
          acts={<Acts of={row} />}
        >
          <p>{t('{{from}} 至 {{to}}', { from: formatDate(row.fromOn), to: formatDate(untilOf(row)) })}</p>
          <p>{[row.placeName, row.address].filter(Boolean).join(' ')}</p>
          {row.distanceKm === null ? null : <p className="ql-quiet">{t('离学校 {{km}} 公里', { km: row.distanceKm })}</p>}
          <p className="ql-quiet">{standing(row)}</p>
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
function Acts({ of: row }: { of: Mine }) {
  const can = (verb: Mine['can'][number]) => row.can.includes(verb)
  return (
    <>
      {can('report') ? <FormButton of={report} input={{ id: row.id }} type="primary" initial={{ stillThere: true, allWell: true }} done={t('已报告')} /> : null}
      {stayStates.allows(row, 'sendConsent') && row.consentState !== 'agreed' ? (
        <ActionButton
          of={sendConsent}
          input={{ id: row.id, guardianId: row.guardianId }}
          confirm={t('同意链接发到监护人登记的电话，72 小时有效，原来的链接作废。没有电话的，请找辅导员登记书面同意。')}
          done={t('已发给家长')}
        />
      ) : null}
      {stayStates.allows(row, 'changePhones') ? (
        <FormButton
          of={changePhones}
          input={{ id: row.id }}
          layout={row.kind === 'rent' ? ['landlordPhone', 'emergencyName', 'emergencyPhone'] : ['emergencyName', 'emergencyPhone']}
          initial={{ landlordPhone: row.landlordPhone, emergencyName: row.emergencyName, emergencyPhone: row.emergencyPhone }}
          note={t('电话改了不用再审批；地址和同住人变了要申请变更。')}
          done={t('已改')}
        />
      ) : null}
      {stayStates.allows(row, 'locate') ? <LocateButton id={row.id} /> : null}
      {can('renew') ? <Link to={`${APPLY}?copy=${row.id}&earlier=${row.id}`}>{t('续住')}</Link> : null}
      {can('change') ? <Link to={`${APPLY}?copy=${row.id}&earlier=${row.id}`}>{t('变更地址或同住人')}</Link> : null}
      {can('moveBack') ? <MoveBack id={row.id} /> : null}
    </>
  )
}
/** 50-OC3: whether there is a bed is said before. */
function MoveBack({ id }: { id: string }) {
  const beds = useRead(bedsFree, { id }).data
  const note = !beds
    ? ''
    : beds.hasBed
      ? t('你的床位还在。')
      : beds.free
        ? t('现在有 {{n}} 张空床，结束后请找宿管安排。', { n: beds.free })
        : t('现在没有空床，请先找宿管安排床位。')
  return <FormButton of={moveBack} input={{ id }} note={note} done={t('已登记返校')} />
}
function standing(row: Mine): string {
  if (row.state === 'pending' || row.state === 'returned') return t(CONSENT_STATES[row.consentState])
  if (row.state === 'active' && row.reportDueAt) return t('下次报告：{{date}}', { date: formatDate(row.reportDueAt) })
  if (row.state === 'expired') return t('已到期，请续住或返校')
  return row.endReason ?? ''
}
export const about: PageFile['about'] = () => ({
  use: t('申请在校外住，看审批和家长的答复，每月报告一次，续住或返校。'),
  who: t('只有你自己和负责你的老师看得到。'),
  first: t('点“申请校外住宿”；批准后从第一晚起不用在宿舍住。'),
})
