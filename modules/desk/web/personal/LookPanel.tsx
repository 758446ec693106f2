import { Segmented, Switch } from 'antd'
import { useSignal } from '#web/base/signal.ts'
import { LANGUAGES, t } from '#web/i18n/index.ts'
import { chooseTheme, theme } from '#web/theme/config.ts'
import style from '../apps/apps.module.css'

export const title = '语言与显示'
export const order = 70

/** Language, size and mode, synchronised across the user's devices. */
export default function LookPanel() {
  const { globalI18n, globalComponentSize, isIsDark } = useSignal(theme)
  const sizes = [
    { value: 'large' as const, label: t('大') },
    { value: 'default' as const, label: t('标准') },
    { value: 'small' as const, label: t('小') },
  ]
  return (
    <div className={style.settings}>
      <span>{t('语言')}</span>
      <Segmented value={globalI18n} options={LANGUAGES.map(l => ({ value: l.code, label: l.name }))} onChange={code => chooseTheme({ globalI18n: code })} />
      <span>{t('组件大小')}</span>
      <Segmented value={globalComponentSize} options={sizes} onChange={size => chooseTheme({ globalComponentSize: size })} />
      <span>{t('深色模式')}</span>
      <span>
        <Switch checked={isIsDark} aria-label={t('深色模式')} onChange={on => chooseTheme({ isIsDark: on })} />
      </span>
    </div>
  )
}
