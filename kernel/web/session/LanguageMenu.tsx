import { ChevronDown, Languages } from 'lucide-react'
import { Menu } from '#web/feedback/Menu.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { LANGUAGES, language, t } from '#web/i18n/index.ts'
import { chooseTheme } from '#web/theme/config.ts'
import { useAppInfo } from './appInfo.ts'
import style from './language.module.css'

/** Languages the school offers. */
export function useLanguages(): typeof LANGUAGES {
  const offered = useAppInfo()?.languages
  const some = LANGUAGES.filter(l => offered?.includes(l.code))
  return some.length ? some : LANGUAGES
}
/** Language menu; without the class of an icon it shows the current language, on phones to screen readers only: the school's name needs the space. */
export function LanguageMenu({ icon }: { icon?: string | undefined }) {
  const now = language()
  const isNamed = !icon
  const narrow = useNarrow()
  return (
    <Menu
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectedKeys: [now],
        items: useLanguages().map(l => ({ key: l.code, label: <span lang={l.html}>{l.name}</span>, onClick: () => chooseTheme({ globalI18n: l.code }) })),
      }}
    >
      <button type="button" className={icon ?? style.named} aria-label={isNamed ? undefined : t('语言')} title={t('语言')}>
        <Languages size={isNamed ? 16 : 18} strokeWidth={1.75} />
        {isNamed && <span className={narrow ? 'visually-hidden' : undefined}>{LANGUAGES.find(l => l.code === now)?.name}</span>}
        {isNamed && <ChevronDown size={14} strokeWidth={1.75} />}
      </button>
    </Menu>
  )
}
