import { Button, Input } from 'antd'
import { Phone, ScanLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { SeenAt } from '#web/feedback/SeenAt.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useKeptRead } from '#web/records/useKeptRead.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { myLeaving } from '../../holidays/model/actions.ts'
import { checkInByDoor, confirmInventory, myDorm } from '../model/own-actions.ts'
import { STAY_KINDS, stayStates } from '../model/states.ts'
import { spanText } from './labels.ts'
import { OwnSlot } from './OwnSlot.tsx'
import { Pieces } from './Pieces.tsx'
import style from './public/dormitory-stay.module.css'

type Mine = AnswerOf<typeof myDorm>[number]

/** 我的宿舍: current or future bed, roommates and contacts; check-in by door code. */
export default function MyDormPage() {
  return (
    <StudentsOnly title={t('我的宿舍')} otherwise={t('当前账号不是学生，没有自己的宿舍')}>
      <Stays />
    </StudentsOnly>
  )
}
function Stays() {
  const [params, , put] = useOwnParams()
  const door = params.get('door')
  const [isScanning, setScanning] = useState(false)
  const read = useKeptRead(myDorm, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  const close = () => {
    setScanning(false)
    put({ door: undefined })
  }
  return (
    <Page title={t('我的宿舍')} width="form">
      <SeenAt at={read.keptAt} />
      {data.length ? null : <Empty title={t('还没有安排床位')} />}
      {data.map(of => (
        <StaySheet key={of.id} of={of} onScan={() => setScanning(true)} />
      ))}
      {isScanning || door ? <DoorPanel code={door} onClose={close} /> : null}
    </Page>
  )
}
function StaySheet({ of, onScan }: { of: Mine; onScan: () => void }) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Sheet label={of.bed} className={style.card}>
      <header className={style.head}>
        <h2>{of.bed}</h2>
        <StateTag of={stayStates} state={of.state} />
      </header>
      <p className="ql-quiet">
        {t(STAY_KINDS[of.kind])} · {of.checkOutAt ? t('{{time}} 退宿', { time: formatDatetime(of.checkOutAt) }) : spanText(of)}
      </p>
      {of.mayCheckIn ? (
        <Button type="primary" size="large" block icon={<ScanLine size={18} />} onClick={onScan}>
          {t('扫门牌码入住')}
        </Button>
      ) : null}
      {of.state === 'reserved' ? <OwnSlot stayId={of.id} /> : null}
      {of.mayReportUntil ? (
        <div className={style.ask}>
          <p>{t('请核对房间里的家具，{{time}} 前可以申报入住前的损坏，过后视为完好。', { time: formatDatetime(of.mayReportUntil) })}</p>
          <Button type="primary" onClick={() => setConfirming(true)}>
            {t('核对家具')}
          </Button>
        </div>
      ) : null}
      <Facts of={of} />
      {of.mates.length ? <Mates of={of} /> : null}
      {isConfirming ? <FurniturePanel of={of} onClose={() => setConfirming(false)} /> : null}
    </Sheet>
  )
}
function Facts({ of }: { of: Mine }) {
  const facts: Array<[string, ReactNode]> = [
    [t('门禁时间'), of.curfew && t('今晚 {{time}} 前回寝', { time: of.curfew })],
    [t('宿管'), of.managers],
    [
      t('值班电话'),
      of.dutyPhone && (
        <a href={`tel:${of.dutyPhone}`}>
          <Phone size={14} aria-hidden="true" /> {of.dutyPhone}
        </a>
      ),
    ],
    [t('住宿费'), of.feePerYear === null ? null : t('每年 {{amount}}', { amount: formatMoney(of.feePerYear) })],
    [t('家具'), of.inventoryAt && t('{{time}} 已确认', { time: formatDatetime(of.inventoryAt) })],
  ]
  return (
    <dl className={style.facts}>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
const Mates = ({ of }: { of: Mine }) => (
  <>
    <h3>{t('室友')}</h3>
    <ul className={style.mates}>
      {of.mates.map(m => (
        <li key={`${m.bedNo} ${m.name}`}>
          <small>{t('{{n}} 号床', { n: m.bedNo })}</small>
          <b>{m.name}</b>
          <span className="ql-quiet">{[m.className, m.isHead ? t('寝室长') : ''].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  </>
)
/** The furniture list to confirm; photos show damage. */
function FurniturePanel({ of, onClose }: { of: Mine; onClose: () => void }) {
  const [pieces, setPieces] = useState(of.pieces ?? [])
  return (
    <ActionForm
      of={confirmInventory}
      input={{ id: of.id, pieces }}
      layout={['note', 'photos']}
      title={t('核对家具')}
      done={t('已确认')}
      onClose={onClose}
      note={
        <div className={`${style.desk} ${style.before}`}>
          <Pieces pieces={pieces} onChange={setPieces} />
        </div>
      }
    />
  )
}
/** The phone's camera opens the door code's URL; without a camera the code is typed. */
function DoorPanel({ code: given, onClose }: { code: string | null; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [code, setCode] = useState(given ?? '')
  const leaving = useRead(myLeaving, {})
  const act = useAct(checkInByDoor, { onDone: () => setOpen(false), done: t('已入住') })
  const send = () => {
    if (code.trim() && !act.isPending) act.mutate({ code: code.trim() })
  }
  return (
    <Panel open={isOpen} title={t('扫码入住')} onClose={() => setOpen(false)} afterClose={onClose}>
      <div className={style.desk}>
        {act.error ? <Refused what={t('没有入住')} error={act.error} /> : null}
        {given ? null : <p className="ql-help">{t('用手机相机扫房门旁的门牌码，会直接打开这里；也可以输入门牌码下面的字符。')}</p>}
        <label className={style.field} htmlFor="dorm-door">
          {t('门牌码')}
          <Input id="dorm-door" size="large" autoComplete="off" value={code} onChange={event => setCode(event.target.value)} onPressEnter={send} />
        </label>
        {leaving.data?.some(l => l.canLeave) ? <Link to={`/dormitory/holiday/mine?door=${encodeURIComponent(code)}`}>{t('放假离校，去登记')}</Link> : null}
        <Button type="primary" size="large" block loading={act.isPending} disabled={!code.trim()} onClick={send}>
          {t('办理入住')}
        </Button>
      </div>
    </Panel>
  )
}
