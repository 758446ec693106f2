import { Input } from 'antd'
import { LockKeyhole } from 'lucide-react'
import { useId, useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { t } from '#web/i18n/index.ts'
import { lockScreen } from './lock.ts'
import { keepPin, PIN_FORM } from './pin.ts'

/** Users without a password set a PIN that unlocks the screen. */
export default function PinDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [pin, setPin] = useState('')
  const [isTried, setTried] = useState(false)
  const fault = PIN_FORM.test(pin) ? undefined : t('解锁码是 4 至 8 位数字')
  const lock = () => (fault ? setTried(true) : lockScreen(keepPin(pin)))
  return (
    <Dialog open icon={<LockKeyhole size={18} />} title={t('锁屏')} verb={t('锁屏')} onAct={lock} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault()
          lock()
        }}
      >
        <label htmlFor={id}>{t('设一个解锁码，只在这次锁屏有效')}</label>
        <Input
          id={id}
          autoFocus
          inputMode="numeric"
          autoComplete="off"
          type="password"
          maxLength={8}
          style={{ marginTop: 8 }}
          value={pin}
          status={isTried && fault ? 'error' : ''}
          aria-describedby={`${id}fault`}
          onChange={e => setPin(e.target.value)}
        />
        <p id={`${id}fault`} role="alert" style={{ minHeight: 22, marginTop: 4, color: 'var(--ql-red-text)' }}>
          {isTried ? fault : ''}
        </p>
      </form>
    </Dialog>
  )
}
