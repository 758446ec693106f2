import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { Search } from 'lucide-react'
import { Fragment, type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { get } from '#web/http/client.ts'
import { failureText } from '#web/http/failure.ts'
import { notify } from '#web/http/notices.ts'
import { port } from '#web/http/ports.ts'
import { language, t } from '#web/i18n/index.ts'
import { useSession } from '#web/session/useCan.ts'
import { useActs } from './acts.ts'
import { useFindings } from './finders.ts'
import { frequency } from './frequency.ts'
import { normalPath } from './match.ts'
import { useOpen, warm } from './open.ts'
import style from './panel.module.css'
import { useRecent } from './recent.ts'
import { type Sound, type Spell, searchScreens } from './search.ts'
import { useSearchName } from './searching.ts'

/** One search result. */
interface Line {
  key: string
  /** Heading, on the first result of a kind. */
  heading?: string | undefined
  title: string
  note?: string | undefined
  warm?: () => void
  go: () => void
}
/** Finds permitted screens by title, pinyin, initials or path, and records through the modules' finders, e.g. students by number, name or initials. */
export default function MenuSearch({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { lines, isSearching } = useLines(typed)
  const what = useSearchName()
  const go = (index: number) => {
    const line = lines[index]
    if (!line) return
    onClose()
    line.go()
  }
  const key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step && lines.length) {
      event.preventDefault()
      setAt(now => (now + step + lines.length) % lines.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(at)
  }
  useEffect(() => {
    document.getElementById(`${id}${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={560}
      style={{ top: 96 }}
      styles={{ container: { padding: 0, overflow: 'hidden' } }}
      onCancel={onClose}
      transitionName=""
      title={<span className="visually-hidden">{what}</span>}
    >
      <label className={style.query}>
        <Search size={18} strokeWidth={1.75} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog consists of this field
          autoFocus
          role="combobox"
          aria-expanded={lines.length > 0}
          aria-controls={id}
          aria-activedescendant={lines[at] ? `${id}${at}` : undefined}
          placeholder={t('姓名、学号、要办的事或菜单，拼音首字母也可以')}
          aria-label={what}
          value={typed}
          maxLength={40}
          onChange={e => {
            setTyped(e.target.value)
            setAt(0)
          }}
          onKeyDown={key}
        />
        <kbd>Esc</kbd>
      </label>
      <div className={style.found}>
        {lines.length > 0 && (
          <div id={id} role="listbox" aria-label={t('找到的内容')}>
            {lines.map((line, i) => (
              <Fragment key={line.key}>
                {line.heading && <h3 role="presentation">{line.heading}</h3>}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys */}
                <div
                  id={`${id}${i}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={i === at}
                  className={i === at ? style.at : undefined}
                  onPointerMove={() => i !== at && setAt(i)}
                  onPointerEnter={line.warm}
                  onClick={() => go(i)}
                >
                  <span>{line.title}</span>
                  <small>{line.note}</small>
                </div>
              </Fragment>
            ))}
          </div>
        )}
        <p role="status">{!lines.length && !isSearching ? nothing(typed.trim()) : isSearching ? t('正在查找') : ''}</p>
      </div>
    </Modal>
  )
}
const nothing = (typed: string): string => (typed ? t('没有找到“{{typed}}”', { typed }) : t('输入拼音首字母也能找，如 xs 找到“学生”'))

/** Pages shown without input. */
const RECENT = 8
/** Acts first, then menus and results of the modules; without input, the pages opened last. */
function useLines(typed: string): { lines: readonly Line[]; isSearching: boolean } {
  const { screens } = useSession()
  const open = useOpen()
  const navigate = useNavigate()
  const spell = useSpell()
  const { found, isSearching } = useFindings(typed)
  const recent = useRecent(normalPath(useLocation().pathname))
  const menus = useMemo(() => {
    const shown = screens.filter(screen => !screen.meta.isHide)
    if (typed.trim()) return searchScreens(shown, typed, { spell, frequency: frequency() })
    return recent.slice(0, RECENT)
  }, [screens, typed, spell, recent])
  // a service that is called like its menu is offered once
  const acts = useActs(typed, spell).filter(({ url, name }) => !menus.some(screen => screen.path === url && screen.meta.title === name))
  const others = found.flatMap(({ title, findings }) =>
    findings.map((finding, i) => ({
      key: finding.key,
      heading: i === 0 ? t(title) : undefined,
      title: finding.title,
      note: finding.note,
      go: () => void finding.open().then(navigate, error => notify.error(failureText(error))),
    })),
  )
  const heading = typed.trim() ? (others.length || acts.length ? t('菜单') : undefined) : t('最近打开')
  return {
    lines: [
      ...acts.map((act, i) => ({ key: `act ${act.id}`, heading: i === 0 ? t('办理') : undefined, title: act.name, note: act.categoryName, go: () => void navigate(act.url) })),
      ...menus.map((screen, i) => ({
        key: screen.id,
        heading: i === 0 ? heading : undefined,
        title: screen.meta.title,
        note: screen.trail.join(' / '),
        warm: () => warm(screen),
        go: () => open(screen),
      })),
      ...others,
    ],
    isSearching,
  }
}
/** Pinyin of the titles, asked for by the first search. */
function useSpell(): Spell | undefined {
  const { data } = useQuery({
    queryKey: ['menuSpellings', language()],
    queryFn: () => get<Array<Sound & { title: string }>>(port('menuSpellings'), {}, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => {
    const sounds = new Map(data?.map(({ title, ...sound }) => [title, sound]))
    return data && (title => sounds.get(title))
  }, [data])
}
