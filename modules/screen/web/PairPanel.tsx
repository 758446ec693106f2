import { Button, Input } from 'antd'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { pairingOf, pairScreen } from '../model/device.ts'
import { type Choice, deviceLayout } from './deviceForm.tsx'

const TERM_DAYS = 365
const LENGTH = 6
const plain = (code: string): string => code.replace(/\s/g, '').toUpperCase()

/** Enter the pairing code, then the device's settings. The key is bound to the requesting IP address unless changed. */
export function PairPanel({ code: given, screens, onClose }: { code: string; screens: readonly Choice[]; onClose: () => void }) {
  const [code, setCode] = useState(plain(given))
  const isWhole = code.length === LENGTH
  const { data: shown, error } = useRead(pairingOf, { code }, { enabled: isWhole })
  if (!shown || !isWhole) return <CodeDialog code={code} fault={isWhole && error ? error.message : undefined} onChange={setCode} onClose={onClose} />
  const initial = {
    cidrs: [shown.ip],
    expiresAt: dayjs(schoolDate(Date.now())).add(TERM_DAYS, 'day').format('YYYY-MM-DD'),
    darkFrom: '23:00',
    darkTo: '06:30',
    showRooms: false,
    showMaskedNames: false,
  }
  return (
    <ActionForm
      of={pairScreen}
      size={720}
      title={t('配对大屏 {{code}}', { code })}
      note={<p className="ql-quiet">{t('显示这个配对码的屏幕在地址 {{ip}}。', { ip: shown.ip })}</p>}
      layout={deviceLayout(screens)}
      input={{ code }}
      initial={initial}
      onClose={onClose}
    />
  )
}
interface CodeProps {
  code: string
  fault: string | undefined
  onChange: (code: string) => void
  onClose: () => void
}
function CodeDialog({ code, fault, onChange, onClose }: CodeProps) {
  const [typed, setTyped] = useState(code)
  const id = useId()
  return (
    <Dialog open title={t('配对大屏')} leave={t('取消')} onClose={onClose} width={420}>
      <label htmlFor={id}>{t('屏幕上的 6 位配对码')}</label>
      <Input
        id={id}
        size="large"
        autoFocus
        autoComplete="off"
        value={typed}
        maxLength={LENGTH + 1}
        status={fault ? 'error' : ''}
        aria-describedby={fault ? `${id}f` : undefined}
        onChange={event => setTyped(plain(event.target.value))}
        onPressEnter={() => onChange(plain(typed))}
      />
      {fault ? (
        <p id={`${id}f`} role="alert" className="ql-problem">
          {fault}
        </p>
      ) : null}
      <Button type="primary" block disabled={plain(typed).length !== LENGTH} onClick={() => onChange(plain(typed))}>
        {t('下一步')}
      </Button>
    </Dialog>
  )
}
