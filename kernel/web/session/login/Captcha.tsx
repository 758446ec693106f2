import type { InputRef } from 'antd'
import { Ear, Image, ShieldCheck, Volume2 } from 'lucide-react'
import { type Ref, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { type Captcha, type CaptchaGiven, newCaptcha, newSound, type SoundCaptcha } from '../sign.ts'
import { Field } from './Field.tsx'
import style from './login.module.css'

export interface CaptchaState {
  shown: Captcha | SoundCaptcha | undefined
  code: string
  setCode: (code: string) => void
  /** Another picture or sound; the first call shows the field. */
  renew: () => Promise<void>
  /** From picture to sound and back. */
  swap: () => Promise<void>
  /** What goes along with the call; undefined while none is asked for. */
  given: CaptchaGiven | undefined
}
/** A captcha of one type (`login`, `mobile`, `reset`, `bind` …), to see or to hear. It is good for five minutes and one attempt; an old one changes by itself. */
export function useCaptcha(type: string): CaptchaState {
  const [shown, setShown] = useState<Captcha | SoundCaptcha>()
  // A ref, so that asking for another one stays the same function: pages ask once for each.
  const isSound = useRef(false)
  const [code, setCode] = useState('')
  const load = useCallback(
    (asSound: boolean) => {
      // at once, so that nothing typed while the next one is on its way is lost
      setCode('')
      return (asSound ? newSound(type) : newCaptcha(type)).then(
        made => {
          setShown(made)
          return made
        },
        () => {
          // the refusal of the next attempt says what is wrong
          return undefined
        },
      )
    },
    [type],
  )
  const renew = useCallback(() => load(isSound.current).then(() => undefined), [load])
  const swap = async () => {
    const made = await load(!isSound.current)
    if (!made) return
    isSound.current = 'sound' in made
    if ('sound' in made) await playSound(made.sound)
  }
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => void renew(), shown.expiresIn * 1000)
    return () => clearTimeout(timer)
  }, [shown, renew])
  return { shown, code, setCode, renew, swap, given: shown && { key: shown.key, code: code.replace(/\s/g, '') } }
}
/** The player comes with the first sound. */
const playSound = async (sound: string): Promise<void> => (await import('./playSound.ts')).play(sound)

/** The picture or the sound, and the field for what it says. Nothing until one is asked for. */
export function CaptchaField({ captcha, hint, fault, field }: { captcha: CaptchaState; hint?: string; fault?: string | undefined; field?: Ref<InputRef> }) {
  const { shown } = captcha
  if (!shown) return null
  const isSound = 'sound' in shown
  const other = isSound ? t('换成图片验证码') : t('看不清？换成声音验证码')
  return (
    <div className={style.captcha}>
      <Field
        hint={isSound ? t('依次输入五组滴声的次数') : (hint ?? t('请输入验证码'))}
        icon={<ShieldCheck size={17} strokeWidth={1.75} />}
        {...(field ? { field } : {})}
        name="captcha"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={12}
        {...(isSound ? { inputMode: 'numeric' as const } : {})}
        value={captcha.code}
        onChange={captcha.setCode}
        fault={fault}
        suffix={
          <button type="button" className={style.swap} onClick={() => void captcha.swap()} title={other} aria-label={other}>
            {isSound ? <Image size={17} strokeWidth={1.75} /> : <Ear size={17} strokeWidth={1.75} />}
          </button>
        }
      />
      {isSound ? (
        <button type="button" className={style.picture} onClick={() => void playSound(shown.sound)} title={t('再听一遍')} aria-label={t('再听一遍')}>
          <Volume2 size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      ) : (
        <button type="button" className={style.picture} onClick={() => void captcha.renew()} title={t('换一张')} aria-label={t('验证码图片，点击换一张')}>
          <img src={shown.image} alt="" />
        </button>
      )}
    </div>
  )
}
