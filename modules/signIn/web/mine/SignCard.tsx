import { Button, Input } from 'antd'
import { Camera, CircleCheck, LocateFixed, LogOut, ScanLine } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { useNow } from '#web/feedback/useNow.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { hasCamera } from '#web/scan/useCamera.ts'
import { formatClock } from '#web/values/format.ts'
import { lineStates } from '../../model/sign-line.ts'
import { KINDS } from '../../model/sign-task.ts'
import { leftText, spanText, waysText } from '../labels.ts'
import { FenceMap } from '../public/FenceMap.tsx'
import style from '../sign.module.css'
import { type Mine, useSigning } from './useSigning.ts'

const ScanPanel = lazily(() => import('./ScanPanel.tsx').then(m => ({ default: m.ScanPanel })))
const CameraPanel = lazily(() => import('./CameraPanel.tsx').then(m => ({ default: m.CameraPanel })))
const isOpenFor = (row: Mine): boolean => row.state === 'open' && (row.line === 'pending' || row.line === 'excused')
const mayLeave = (row: Mine): boolean => row.state === 'open' && row.direction === 'inOut' && !row.outAt && (row.line === 'signed' || row.line === 'late')

/** One sign-in with its button. */
export function SignCard({ row, isNamed, ticket }: { row: Mine; isNamed: boolean; ticket: string | undefined }) {
  const now = useNow()
  const left = leftText(row.closesAt, now)
  return (
    <Sheet title={row.name} actions={<StateTag of={lineStates} state={row.line} />} isNamed={isNamed} className={style.card}>
      <p className="ql-quiet">{[t(KINDS[row.kind]), spanText(row), row.owner ?? ''].filter(Boolean).join(' · ')}</p>
      {isOpenFor(row) ? (
        <>
          <p className={style.left} role="timer">
            {left ? t('还剩 {{left}}', { left }) : t('已截止')}
            {row.lateAt && Date.parse(row.lateAt) > now ? t('，{{time}} 后算迟到', { time: formatClock(row.lateAt) }) : ''}
          </p>
          {row.isPaused ? <p className="ql-problem">{t('老师暂停了签到，恢复后再签')}</p> : <Signing row={row} ticket={ticket} />}
        </>
      ) : (
        <Done row={row} />
      )}
    </Sheet>
  )
}
function Done({ row }: { row: Mine }) {
  const signing = useSigning(row, undefined)
  return (
    <>
      {row.signedAt ? (
        <p className={style.done} role="status">
          <CircleCheck size={28} aria-hidden="true" />
          <span>
            <b>{t('{{time}} 已签到', { time: formatClock(row.signedAt) })}</b>
            {row.outAt ? <small>{t('{{time}} 已签退', { time: formatClock(row.outAt) })}</small> : null}
          </span>
        </p>
      ) : null}
      {row.line === 'voided' ? <p className="ql-problem">{t('老师作废了这次签到：{{reason}}', { reason: row.reason ?? '—' })}</p> : null}
      {signing.error ? <Refused what={t('没有签退')} error={signing.error} /> : null}
      {mayLeave(row) ? (
        <Button type="primary" size="large" block icon={<LogOut size={18} />} loading={signing.isBusy} onClick={signing.out}>
          {t('签退')}
        </Button>
      ) : null}
    </>
  )
}
function Signing({ row, ticket }: { row: Mine; ticket: string | undefined }) {
  const s = useSigning(row, ticket)
  const fences = row.fences ?? []
  if (!s.asked.length) return <p className="ql-help">{t('这次由老师点名，不用自己签。')}</p>
  const hasCode = s.asked.includes('qr') || s.asked.includes('number')
  return (
    <>
      <p className="ql-help">{waysText(s.asked, row.wayRule)}</p>
      {row.line === 'excused' ? <p className="ql-help">{t('你有请假，不用签；人在现场也可以签。')}</p> : null}
      {fences.length && s.asked.includes('location') ? <FenceMap fences={fences} position={s.evidence.position} /> : null}
      {s.asked.includes('qr') && s.evidence.ticket ? (
        <Row as="p" role="status">
          <CircleCheck size={16} aria-hidden="true" /> {t('已扫码')}
        </Row>
      ) : null}
      {s.asked.includes('qr') && !s.evidence.ticket ? <Scan /> : null}
      {s.asked.includes('number') && !s.evidence.ticket ? (
        <Stack gap={1} className={style.number}>
          <label htmlFor={`sign-number-${row.id}`}>{t('现场数字')}</label>
          <Input
            id={`sign-number-${row.id}`}
            size="large"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={s.evidence.number ?? ''}
            onChange={event => s.put({ number: event.target.value.replace(/\D/g, '') })}
            onPressEnter={s.press}
          />
        </Stack>
      ) : null}
      {s.problem ? (
        <p className="ql-problem" role="alert">
          {s.problem}
        </p>
      ) : null}
      {s.error ? <Refused what={t('没有签上')} error={s.error} /> : null}
      {hasCode || s.asked.includes('location') || s.asked.includes('photo') ? (
        <Button type="primary" size="large" block className={classes(style.press)} icon={iconOf(s.asked)} loading={s.isBusy} onClick={s.press}>
          {s.isLocating ? t('正在定位') : t('签到')}
        </Button>
      ) : null}
      {s.asked.includes('location') ? <p className="ql-help">{t('只在按下时取一次位置。签不上可以再试，或请老师点名。')}</p> : null}
      <Suspense>{s.isCamera ? <CameraPanel onTaken={s.taken} onClose={s.closeCamera} /> : null}</Suspense>
    </>
  )
}
/** Opens the camera in the page; falls back to the phone's camera app. */
function Scan() {
  const [, , put] = useOwnParams()
  const [isOpen, setOpen] = useState(false)
  if (!hasCamera())
    return (
      <Row as="p">
        <ScanLine size={16} aria-hidden="true" /> {t('用手机相机或微信扫现场的二维码')}
      </Row>
    )
  const taken = (code: string) => {
    setOpen(false)
    put({ code })
  }
  return (
    <>
      <Button size="large" block icon={<ScanLine size={18} />} onClick={() => setOpen(true)}>
        {t('扫现场的二维码')}
      </Button>
      <Suspense>{isOpen ? <ScanPanel onCode={taken} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
function iconOf(asked: readonly string[]) {
  if (asked.includes('location')) return <LocateFixed size={18} />
  return asked.includes('photo') ? <Camera size={18} /> : <CircleCheck size={18} />
}
