import { Button, Drawer, Segmented, Select, Switch } from 'antd'
import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { TAGS_STYLES } from '#model/theme.ts'
import { useSignal } from '#web/base/signal.ts'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { notify } from '#web/http/notices.ts'
import { portPermission } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import { chooseTheme, DEFAULT_PRIMARY, DEFAULTS, endTrial, resetTheme, type ThemeConfiguration, theme } from '#web/theme/config.ts'
import style from './drawer.module.css'
import { LayoutChoice } from './LayoutChoice.tsx'
import { Row } from './Row.tsx'
import { PublishLook, SchoolLook } from './SchoolLook.tsx'
import { sizeNames } from './sizes.ts'

/** Colours sufficiently distinct from 青 and the semantic ones. */
const COLORS = [DEFAULT_PRIMARY, '#2f54c8', '#5b4bc4', '#0f6f8f', '#7a3f8f', '#44546a']

/** The user's settings: layout, mode, colours, size, tabs; applied at once. Administrators set the school's default below. */
export default function ThemeDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const config = useSignal(theme)
  const narrow = useNarrow()
  const mayPublish = useCan(portPermission('publishLook'))
  // closing the drawer discards an administrator's preview
  useEffect(() => {
    if (!open) endTrial()
  }, [open])
  const foot = (
    <div className={style.foot}>
      <Button onClick={() => void copy(config)}>{t('复制配置')}</Button>
      <Button onClick={resetTheme}>{t('恢复默认')}</Button>
      {mayPublish && <PublishLook />}
    </div>
  )
  return (
    <Drawer open={open} onClose={onClose} size={360} title={t('界面设置')} footer={foot}>
      {!narrow && (
        <>
          <h3 className={style.title}>{t('布局')}</h3>
          <LayoutChoice value={config.layout} />
          {(config.layout === 'defaults' || config.layout === 'classic') && (
            <Row name={t('收起菜单')}>{id => <Switch id={id} checked={config.isCollapse} onChange={isCollapse => chooseTheme({ isCollapse })} />}</Row>
          )}
        </>
      )}
      <Row name={t('深色模式')}>{id => <Switch id={id} checked={config.isIsDark} onChange={isIsDark => chooseTheme({ isIsDark })} />}</Row>
      <h3 className={style.title}>{t('主色')}</h3>
      <Colors value={config.primary} />
      {!narrow && <Bars config={config} />}
      <h3 className={style.title}>{t('组件大小')}</h3>
      <Segmented<ThemeConfiguration['globalComponentSize']>
        block
        value={config.globalComponentSize}
        onChange={globalComponentSize => chooseTheme({ globalComponentSize })}
        options={sizeNames().map(([value, label]) => ({ value, label }))}
      />
      {!narrow && <Tags config={config} />}
      {!narrow && (
        <>
          <h3 className={style.title}>{t('键盘')}</h3>
          <Row name={t('用 J、K 键进入表格')}>{id => <Switch id={id} checked={config.isLetterKeys} onChange={isLetterKeys => chooseTheme({ isLetterKeys })} />}</Row>
        </>
      )}
      {mayPublish && <SchoolLook />}
    </Drawer>
  )
}
/** Background and text of the top bar and side bar. */
function Bars({ config }: { config: ThemeConfiguration }) {
  const one = (key: 'topBar' | 'topBarColor' | 'menuBar' | 'menuBarColor', name: string) => (
    <label className={style.bar}>
      <input type="color" value={config[key]} onChange={e => chooseTheme({ [key]: e.target.value })} />
      {name}
    </label>
  )
  const isOwn = (['topBar', 'topBarColor', 'menuBar', 'menuBarColor'] as const).some(key => config[key] !== DEFAULTS[key])
  return (
    <>
      <h3 className={style.title}>
        {t('顶栏和菜单栏')}
        {isOwn && (
          <Button
            type="link"
            size="small"
            onClick={() => chooseTheme({ topBar: DEFAULTS.topBar, topBarColor: DEFAULTS.topBarColor, menuBar: DEFAULTS.menuBar, menuBarColor: DEFAULTS.menuBarColor })}
          >
            {t('用默认颜色')}
          </Button>
        )}
      </h3>
      <div className={style.bars}>
        {one('topBar', t('顶栏'))}
        {one('topBarColor', t('顶栏文字'))}
        {one('menuBar', t('菜单栏'))}
        {one('menuBarColor', t('菜单文字'))}
      </div>
    </>
  )
}
function Tags({ config }: { config: ThemeConfiguration }) {
  const names = [t('卡片'), t('圆角'), t('下划线'), t('边框'), t('连页')]
  return (
    <>
      <h3 className={style.title}>{t('标签页')}</h3>
      <Row name={t('显示标签页')}>{id => <Switch id={id} checked={config.isTagsview} onChange={isTagsview => chooseTheme({ isTagsview })} />}</Row>
      {config.isTagsview && (
        <Row name={t('标签页样式')}>
          {id => (
            <Select
              id={id}
              value={config.tagsStyle}
              style={{ width: 140 }}
              options={TAGS_STYLES.map((value, i) => ({ value, label: names[i] }))}
              onChange={tagsStyle => chooseTheme({ tagsStyle })}
            />
          )}
        </Row>
      )}
    </>
  )
}
function Colors({ value }: { value: string }) {
  const own = !COLORS.includes(value)
  return (
    <div className={style.colors}>
      {COLORS.map(color => (
        <button key={color} type="button" style={{ background: color }} aria-label={color} aria-pressed={color === value} onClick={() => chooseTheme({ primary: color })}>
          {color === value && <Check size={16} strokeWidth={2.5} />}
        </button>
      ))}
      <label className={own ? style.own : undefined} style={own ? { background: value } : undefined} title={t('自选颜色')}>
        <input type="color" value={value} aria-label={t('自选颜色')} onChange={e => chooseTheme({ primary: e.target.value })} />
        {own && <Check size={16} strokeWidth={2.5} />}
      </label>
    </div>
  )
}
/** The configuration as text. Without https there is no clipboard access, so it is displayed instead. */
async function copy(config: ThemeConfiguration): Promise<void> {
  const text = JSON.stringify(config, null, 2)
  try {
    await navigator.clipboard.writeText(text)
    notify.success(t('配置已复制'))
  } catch {
    window.prompt(t('请复制下面的配置'), text)
  }
}
