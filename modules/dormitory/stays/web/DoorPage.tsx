import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { classes } from '#web/layout/classes.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { doorCodes } from '../model/own-actions.ts'
import style from './public/dormitory-stay.module.css'

type Door = AnswerOf<typeof doorCodes>[number]
/** URL of the door code: a page that chooses the action by user. */
const addressOf = (code: string): string => `${location.origin}/dormitory/door?code=${code}`

/** 宿舍管理 → 门牌: door cards of a floor with check-in code and residents. */
export default function DoorPage() {
  const [params, , put] = useOwnParams()
  const [dormId, floorId] = [params.get('dormId'), params.get('floorId')]
  const [withNames, setNames] = useState(true)
  const read = useRead(doorCodes, { dormId: dormId ?? '', floorId }, { enabled: Boolean(dormId) })
  const { data } = read
  const doors = dormId ? data : undefined
  return (
    <Page
      title={t('门牌')}
      actions={
        <Button type="primary" icon={<Printer size={16} />} disabled={!doors?.length} onClick={() => window.print()}>
          {t('打印')}
        </Button>
      }
    >
      <Sheet className={classes(style.card, style.choose)}>
        <RefSelect
          to="dormBuilding"
          value={dormId}
          aria-label={t('楼栋')}
          placeholder={t('楼栋')}
          className="ql-wide"
          onChange={id => put({ dormId: id ?? undefined, floorId: undefined })}
        />
        {dormId ? (
          <RefSelect
            to="dormFloor"
            value={floorId}
            aria-label={t('楼层')}
            placeholder={t('楼层')}
            className="ql-wide"
            where={{ dormId }}
            onChange={id => put({ floorId: id ?? undefined })}
          />
        ) : null}
        <label>
          <input type="checkbox" checked={withNames} onChange={event => setNames(event.target.checked)} /> {t('印出住宿学生')}
        </label>
      </Sheet>
      {dormId && !doors ? <Loading of={read} lines={8} /> : null}
      {dormId ? null : <Empty title={t('选择楼栋')} />}
      {doors?.length === 0 ? <Empty title={t('没有住学生的房间')} /> : null}
      <Doors doors={doors ?? []} withNames={withNames} />
      {/* portal for printing: the page itself scrolls inside its frame */}
      {createPortal(<div className={style.print}>{doors ? <Doors doors={doors} withNames={withNames} /> : null}</div>, document.body)}
    </Page>
  )
}
const Doors = ({ doors, withNames }: { doors: readonly Door[]; withNames: boolean }) => (
  <div className={style.doors}>
    {doors.map(door => (
      <DoorCard key={door.roomId} door={door} withNames={withNames} />
    ))}
  </div>
)
const DoorCard = ({ door, withNames }: { door: Door; withNames: boolean }) => (
  <article className={style.door}>
    <h2>{door.fullName}</h2>
    <QrCode size={132} label={t('{{room}} 的门牌码', { room: door.fullName })} text={addressOf(door.code)} />
    <code>{door.code}</code>
    {withNames ? (
      <ol>
        {door.residents.map(r => (
          <li key={`${r.bedNo} ${r.name}`}>
            {t('{{n}} 号床', { n: r.bedNo })} {r.name} <small>{r.className}</small>
          </li>
        ))}
      </ol>
    ) : null}
  </article>
)
