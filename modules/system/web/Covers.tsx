import { schoolDate } from '#model/school-time.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { covers, endCover, grantCover } from '../model/user-roles.ts'
import style from './system.module.css'
import type { UserRow } from './UserPage.tsx'

/** Temporary cover of a counsellor's or head teacher's classes. */
export const Cover = ({ row, onClose }: { row: UserRow; onClose: () => void }) => (
  <ActionForm
    of={grantCover}
    title={t('由 {{name}} 代班', { name: row.nickName })}
    note={<p className={`ql-quiet ${style.note}`}>{t('代班人在这些天看得到被代班人带的班级，到期自动结束；期间的操作都会标明代谁。')}</p>}
    input={{ id: row.id }}
    layout={[{ field: 'coveredUserId', where: () => ({ userType: '1' }) }, 'role', 'validFrom', 'validTo']}
    changes={['user', 'roleUser']}
    onClose={onClose}
  />
)
/** Past and present covers. */
export function Covers({ onClose }: { onClose: () => void }) {
  const read = useRead(covers, {})
  const { data } = read
  return (
    <Panel open title={t('代班列表')} onClose={onClose}>
      {data ? null : <Loading of={read} lines={4} />}
      {data && !data.length ? <p className="ql-quiet">{t('还没有代班。在用户的“更多操作”里选择“代班”。')}</p> : null}
      {data?.map(c => (
        <div key={c.id} className={style.line}>
          <span>
            <b>{t('{{deputy}} 代 {{covered}}', { deputy: c.userName, covered: c.coveredName })}</b>
            <small>
              {t('{{from}} 至 {{to}}', { from: c.validFrom, to: c.validTo })}
              <br />
              {c.classes.join(t('、')) || t('没有班级')}
            </small>
          </span>
          {c.isCurrent || (c.validFrom ?? '') > schoolDate(Date.now()) ? (
            <ActionButton of={endCover} input={{ id: c.id }} type="link" danger changes={['roleUser']} confirm={t('{{name}}马上看不到这些班级。', { name: c.userName })} />
          ) : (
            <small>{t('已结束')}</small>
          )}
        </div>
      ))}
    </Panel>
  )
}
