import { Button, Select } from 'antd'
import { useState } from 'react'
import { GRADES } from '#modules/campus/web/grades.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefsSelect } from '#web/inputs/RefsSelect.tsx'
import { useRead } from '#web/records/useRead.ts'
import { graduateStays, graduationPreview } from '../model/actions.ts'
import style from './public/dormitory-stay.module.css'

/** 毕业退宿: by year and optionally classes; previews the rooms, then checks out all at once. */
export default function GraduatePanel({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [grade, setGrade] = useState<number>()
  const [classIds, setClasses] = useState<readonly string[]>([])
  const which = { grade: grade ?? 0, classIds: classIds.length ? [...classIds] : null }
  const preview = useRead(graduationPreview, which, { enabled: grade !== undefined })
  const shown = grade === undefined ? undefined : preview.data
  const close = () => setOpen(false)
  const act = useAct(graduateStays, { onDone: close, done: t('已退宿') })
  const send = () => {
    if (shown && !act.isPending) act.mutate({ ...which, students: shown.students })
  }
  return (
    <Panel
      open={isOpen}
      size={720}
      title={t('毕业退宿')}
      onClose={close}
      afterClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={close}>{t('取消')}</Button>
          <Button type="primary" danger loading={act.isPending} disabled={!shown?.students} onClick={send}>
            {shown?.students ? t('为 {{n}} 人办理退宿', { n: shown.students }) : t('毕业退宿')}
          </Button>
        </div>
      }
    >
      <div className={style.desk}>
        {act.error ? <Refused what={t('没有退宿')} error={act.error} /> : null}
        <label className={style.field} htmlFor="dorm-grade">
          {t('年级')}
        </label>
        <Select id="dorm-grade" className="ql-wide" value={grade === undefined ? null : String(grade)} options={GRADES} onChange={next => setGrade(Number(next))} />
        <label className={style.field} htmlFor="dorm-classes">
          {t('班级，不选时为全年级')}
        </label>
        <RefsSelect id="dorm-classes" disabled={act.isPending} to="stuClass" value={classIds} onChange={setClasses} where={grade ? { grade: String(grade) } : {}} />
        {grade !== undefined && !shown ? <Loading of={preview} lines={6} /> : null}
        {shown ? <Rooms of={shown} /> : null}
      </div>
    </Panel>
  )
}
type Preview = NonNullable<ReturnType<typeof useRead<typeof graduationPreview>>['data']>
function Rooms({ of }: { of: Preview }) {
  return (
    <>
      <p role="status">
        {of.students ? t('{{n}} 人退宿，腾空 {{rooms}} 间，{{debts}} 人有未结事项（退宿后保留）', { n: of.students, rooms: of.emptied, debts: of.withDebts }) : t('没有在住的学生')}
      </p>
      {of.rooms.length ? (
        <PlainTable
          label={t('房间')}
          rows={of.rooms}
          keyOf={r => r.id}
          columns={[
            [t('房间'), r => r.fullName],
            [t('退宿'), r => r.leaving],
            [t('仍住'), r => r.staying || t('腾空')],
          ]}
        />
      ) : null}
    </>
  )
}
