import { Button, Input, type InputRef } from 'antd'
import { CircleX, LockKeyhole } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { schoolClock } from '#model/school-time.ts'
import { hasPassword, userInfo } from '#web/credentials/token.ts'
import { useNow } from '#web/feedback/useNow.ts'
import { FirstScreen } from '#web/feedback/Waiting.tsx'
import { dayText } from '#web/home/day.ts'
import { post } from '#web/http/client.ts'
import { failureText } from '#web/http/failure.ts'
import { md5Hex } from '#web/http/sign.ts'
import { t } from '#web/i18n/index.ts'
import { useDocumentTitle } from '#web/pages/title.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import { signOut } from '#web/session/sign.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { Landscape } from '#web/theme/Landscape.tsx'
import style from './lock.module.css'
import { type ScreenLock, screenLock, unlockScreen, wrongPin } from './lock.ts'

/** Replaces the whole page while locked, so that no data stays in the DOM. */
export default function LockScreen() {
  const me = userInfo()
  const info = useAppInfo()
  const lock = screenLock.get()
  const byPassword = hasPassword(me)
  useDocumentTitle(t('已锁屏'), info?.globalTitle)
  return (
    <main className={style.page}>
      <FirstScreen />
      <div className={style.hills}>
        <Landscape />
      </div>
      <div className={style.sheet}>
        <Clock />
        <Avatar name={me?.nickName ?? '?'} src={me?.avatarUrl} size={72} />
        <h1>{me?.nickName}</h1>
        {byPassword || lock?.pin ? <Unlock lock={lock} byPassword={byPassword} /> : <p className={style.hint}>{t('锁屏时没有设置解锁码，请退出后重新登录')}</p>}
        <Button type="link" onClick={() => void signOut(info?.ssoLogoutUrl)}>
          {t('退出登录')}
        </Button>
      </div>
    </main>
  )
}
function Unlock({ lock, byPassword }: { lock: ScreenLock | undefined; byPassword: boolean }) {
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<InputRef>(null)
  const words = byPassword ? t('请输入密码') : t('请输入解锁码')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!typed) return setRefused(words)
    setBusy(true)
    setRefused(byPassword ? await tryPassword(typed) : await tryPin(lock, typed))
    setBusy(false)
    setTyped('')
    field.current?.focus()
  }
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <Input.Password
        ref={field}
        size="large"
        autoFocus
        autoComplete={byPassword ? 'current-password' : 'off'}
        inputMode={byPassword ? 'text' : 'numeric'}
        aria-label={words}
        placeholder={words}
        value={typed}
        onChange={e => setTyped(e.target.value)}
        prefix={<LockKeyhole size={17} strokeWidth={1.75} />}
      />
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('解锁')}
      </Button>
      <div role="alert">
        {refused && (
          <p className={style.refused}>
            <CircleX size={16} strokeWidth={1.75} />
            {refused}
          </p>
        )}
      </div>
    </form>
  )
}
/** The server verifies the password and ends the session at the fifth failure; its 401 then signs the client out. */
async function tryPassword(password: string): Promise<string | undefined> {
  try {
    await post('base/sysUser/checkPassword', { password: md5Hex(password) })
    unlockScreen()
    return undefined
  } catch (error) {
    return failureText(error)
  }
}
async function tryPin(lock: ScreenLock | undefined, pin: string): Promise<string | undefined> {
  const { isPin } = await import('./pin.ts')
  if (lock?.pin && isPin(pin, lock.pin)) {
    unlockScreen()
    return undefined
  }
  const left = wrongPin()
  if (!left) await signOut()
  return t('解锁码不正确，还可以试 {{left}} 次', { left })
}
function Clock() {
  const now = useNow()
  return (
    <div className={style.clock}>
      <time>{schoolClock(now)}</time>
      <span>{dayText(new Date(now))}</span>
    </div>
  )
}
