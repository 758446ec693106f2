import { Button, Input, Segmented } from 'antd'
import { Camera, ChevronLeft, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { StateTag } from '#web/feedback/State.tsx'
import { usePick } from '#web/files/usePick.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { type CheckItem, grades } from '../model/items.ts'
import style from './check.module.css'
import { draftOf, lacksPhoto, liveScore, type RoomDraft, tapKey, toggled } from './draft.ts'
import type { RoomScore, SheetRoom } from './useSheet.ts'

const MOST_PHOTOS = 9
interface Props {
  room: SheetRoom
  items: readonly CheckItem[]
  problem: string | undefined
  isLast: boolean
  onBack: () => void
  onSave: (score: RoomScore) => void
}
/** Score sheet of one room, for one-handed use: deductions are tapped, the rest is full marks; the footer leads to the next room. */
export function RoomSheet({ room, items, problem, isLast, onBack, onSave }: Props) {
  const [first] = useState(() => draftOf(room))
  const [draft, setDraft] = useState<RoomDraft>(first)
  const [said, setSaid] = useState<string>()
  useUnsaved(draft !== first)
  const change = (part: Partial<RoomDraft>) => {
    setSaid(undefined)
    setDraft(now => ({ ...now, ...part }))
  }
  const live = useMemo(() => liveScore(items, room, draft), [items, room, draft])
  const isShut = draft.noOneIn || draft.refused
  const save = () => {
    const lacking = isShut ? undefined : lacksPhoto(items, draft)
    if (lacking) return setSaid(t('“{{item}}”要拍照', { item: lacking.name }))
    const marks = isShut ? [] : [...draft.marks].map(key => ({ ...asTap(key), times: 1 }))
    const { note, noOneIn, refused, photoIds, photos } = draft
    onSave({ draft: { roomId: room.id, at: new Date().toISOString(), marks, note: note || null, noOneIn, refused }, photoIds, photos })
  }
  return (
    <Stack as="section" gap={3} className={style.room} aria-label={room.roomNo}>
      <header>
        <Button type="text" icon={<ChevronLeft size={20} />} aria-label={t('返回房间列表')} onClick={onBack} />
        <h2>{room.roomNo}</h2>
        <b className={style.live} role="status">
          {isShut ? '—' : live.roomScore}
        </b>
        {isShut ? null : <StateTag of={grades} state={live.grade} />}
      </header>
      {problem ? (
        <p className="ql-problem" role="alert">
          {problem}
        </p>
      ) : null}
      {room.isOwn ? <p className={style.note}>{t('这是你自己的房间，由别人检查。')}</p> : null}
      <Standing draft={draft} onChange={change} />
      {isShut ? null : <Deductions room={room} items={items} marks={draft.marks} onTap={key => change({ marks: toggled(draft.marks, key) })} />}
      <Photos draft={draft} onChange={change} />
      <Input aria-label={t('说明')} placeholder={t('说明（选填）')} maxLength={200} value={draft.note} onChange={event => change({ note: event.target.value })} />
      <footer>
        {said ? (
          <p className="ql-problem" role="alert">
            {said}
          </p>
        ) : null}
        <Button type="primary" size="large" block disabled={room.isOwn} onClick={save}>
          {isLast ? t('提交') : t('提交，下一间')}
        </Button>
      </footer>
    </Stack>
  )
}
const asTap = (key: string) => {
  const [item, step, bedNo] = JSON.parse(key) as [string, string | null, number | null]
  return { item, step, bedNo }
}
const Standing = ({ draft, onChange }: { draft: RoomDraft; onChange: (part: Partial<RoomDraft>) => void }) => (
  <Segmented
    block
    aria-label={t('房间情况')}
    value={draft.refused ? 'refused' : draft.noOneIn ? 'noOneIn' : 'seen'}
    options={[
      { value: 'seen', label: t('正常检查') },
      { value: 'noOneIn', label: t('无人') },
      { value: 'refused', label: t('拒绝检查') },
    ]}
    onChange={value => onChange({ noOneIn: value === 'noOneIn', refused: value === 'refused' })}
  />
)
interface DeductionsProps {
  room: SheetRoom
  items: readonly CheckItem[]
  marks: ReadonlySet<string>
  onTap: (key: string) => void
}
function Deductions({ room, items, marks, onTap }: DeductionsProps) {
  const beds = room.occupants
  const [bedNo, setBedNo] = useState<number | null>(beds[0]?.bedNo ?? null)
  const vetoes = items.filter(i => i.veto)
  const bed = beds.some(b => b.bedNo === bedNo) ? bedNo : (beds[0]?.bedNo ?? null)
  const count = (of: number): number => [...marks].filter(key => asTap(key).bedNo === of).length
  return (
    <>
      <Part title={t('公共')} items={items.filter(i => i.area === 'public' && !i.veto)} bedNo={null} marks={marks} onTap={onTap} />
      {beds.length ? (
        <Segmented
          className={classes(style.beds)}
          block
          aria-label={t('床位')}
          value={bed ?? 0}
          options={beds.map(b => ({ value: b.bedNo, label: `${t('{{n}} 号床', { n: b.bedNo })}${b.name ? ` ${b.name}` : ''}${count(b.bedNo) ? ` · ${count(b.bedNo)}` : ''}` }))}
          onChange={setBedNo}
        />
      ) : null}
      {bed === null ? null : <Part title={t('个人')} items={items.filter(i => i.area === 'personal' && !i.veto)} bedNo={bed} marks={marks} onTap={onTap} />}
      {vetoes.length ? <Vetoes vetoes={vetoes} bed={bed} marks={marks} onTap={onTap} /> : null}
    </>
  )
}
function Part({
  title,
  items,
  bedNo,
  marks,
  onTap,
}: {
  title: string
  items: readonly CheckItem[]
  bedNo: number | null
  marks: ReadonlySet<string>
  onTap: (key: string) => void
}) {
  return (
    <Stack as="section" gap={2} aria-label={title}>
      {items.map(item => (
        <div key={item.code} className={style.item}>
          <h3>
            {t(item.name)} <small>{t('{{n}} 分', { n: item.full })}</small>
          </h3>
          <div>
            {item.steps.map(step => {
              const key = tapKey({ item: item.code, step: step.name, bedNo })
              const isOn = marks.has(key)
              return (
                <button
                  key={key}
                  type="button"
                  className={isOn ? `${style.tap} ql-on` : style.tap}
                  aria-pressed={isOn}
                  disabled={!isOn && overFull(item, bedNo, marks, step.points)}
                  onClick={() => onTap(key)}
                >
                  {t(step.name)} <b>−{step.points}</b>
                </button>
              )
            })}
          </div>
        </div>
      ))}
    </Stack>
  )
}
/** Deductions of an item must not exceed its points. */
function overFull(item: CheckItem, bedNo: number | null, marks: ReadonlySet<string>, points: number): boolean {
  const lost = item.steps.filter(s => marks.has(tapKey({ item: item.code, step: s.name, bedNo }))).reduce((sum, s) => sum + s.points, 0)
  return lost + points > item.full
}
function Vetoes({ vetoes, bed, marks, onTap }: { vetoes: readonly CheckItem[]; bed: number | null; marks: ReadonlySet<string>; onTap: (key: string) => void }) {
  const [isKnown, setKnown] = useState(true)
  const whose = isKnown ? bed : null
  return (
    <Stack as="section" gap={2} aria-label={t('一票否决')}>
      <div className={style.item}>
        <h3>
          {t('一票否决')} <small>{t('记违纪草稿，要拍照')}</small>
        </h3>
        {bed === null ? null : (
          <Segmented
            aria-label={t('责任人')}
            value={isKnown ? 'bed' : 'room'}
            options={[
              { value: 'bed', label: t('{{n}} 号床', { n: bed }) },
              { value: 'room', label: t('不知是谁') },
            ]}
            onChange={value => setKnown(value === 'bed')}
          />
        )}
        <div>
          {vetoes.map(item => {
            const key = tapKey({ item: item.code, step: null, bedNo: whose })
            const isOn = marks.has(key)
            return (
              <button key={key} type="button" className={isOn ? `${style.tap} ${style.veto} ql-on` : `${style.tap} ${style.veto}`} aria-pressed={isOn} onClick={() => onTap(key)}>
                {t(item.name)}
              </button>
            )
          })}
        </div>
      </div>
    </Stack>
  )
}
function Photos({ draft, onChange }: { draft: RoomDraft; onChange: (part: Partial<RoomDraft>) => void }) {
  const count = draft.photoIds.length + draft.photos.length
  const { pick, input } = usePick({
    accept: 'image/jpeg,image/png',
    multiple: true,
    onPick: files => onChange({ photos: [...draft.photos, ...files.slice(0, MOST_PHOTOS - count)] }),
  })
  return (
    <Row className={style.photos}>
      <Button icon={<Camera size={18} />} disabled={count >= MOST_PHOTOS} onClick={pick}>
        {count ? t('照片 {{n}} 张', { n: count }) : t('拍照')}
      </Button>
      {count ? (
        <Button type="text" icon={<X size={16} />} onClick={() => onChange({ photos: [], photoIds: [] })}>
          {t('去掉照片')}
        </Button>
      ) : null}
      <small className="ql-help">{t('不要拍到人')}</small>
      {input}
    </Row>
  )
}
