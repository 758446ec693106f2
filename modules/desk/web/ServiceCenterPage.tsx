import { Button, Input, Select, Tag } from 'antd'
import { Star } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { OutputOf } from '#model'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Empty, NothingFound } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { services } from '../model/own.ts'
import { AppIcon } from './apps/Tiles.tsx'
import { useCollect, useOpenApp } from './apps/useApps.ts'
import '#web/records/records.css'
import { classes } from '#web/layout/classes.ts'
import appsStyle from './apps/apps.module.css'
import style from './desk.module.css'

type Service = OutputOf<typeof services>
/** 办事大厅: services offered to the user, by category; closed ones give the reason. */
export default function ServiceCenterPage() {
  const terminal = useNarrow() ? 'mobile' : 'web'
  const asked = useRead(services, { terminal })
  const { data } = asked
  const [words, setWords] = useState('')
  const [audience, setAudience] = useState<string>()
  const [read, setRead] = useState<Service>()
  const roles = [...new Set((data ?? []).flatMap(s => s.audience))]
  const found = useMemo(() => (data ?? []).filter(s => matches(s, words) && (!audience || !s.audience.length || s.audience.includes(audience))), [data, words, audience])
  const categories = [...new Map(found.map(s => [s.category, s.categoryName]))]
  const conditions = Number(Boolean(words)) + Number(Boolean(audience))
  const clear = () => {
    setWords('')
    setAudience(undefined)
  }
  return (
    <Page
      title={t('办事大厅')}
      actions={
        <>
          <Input.Search
            className={classes(style.keyword)}
            allowClear
            value={words}
            onChange={event => setWords(event.target.value)}
            placeholder={t('服务名称、拼音或首字母')}
            aria-label={t('查找服务')}
          />
          {roles.length > 1 ? (
            <Select
              allowClear
              className={classes(style.filter)}
              aria-label={t('开放对象')}
              placeholder={t('开放对象')}
              value={audience ?? null}
              options={roles.map(role => ({ value: role, label: role }))}
              onChange={value => setAudience(value ?? undefined)}
            />
          ) : null}
        </>
      }
      className={appsStyle.hall}
    >
      {data ? null : <Loading of={asked} lines={8} />}
      {data && !data.length ? <Empty title={t('还没有向你开放的服务')} /> : null}
      {data?.length && !found.length ? <NothingFound label={t('服务')} conditions={conditions} onClear={clear} /> : null}
      {categories.length > 1 ? (
        <nav className={appsStyle.anchors} aria-label={t('分类')}>
          {categories.map(([category, name]) => (
            <a key={category} href={`#hall-${category}`} onClick={event => goTo(event, `hall-${category}`)}>
              {name}
            </a>
          ))}
        </nav>
      ) : null}
      {categories.map(([category, name]) => (
        <section key={category} id={`hall-${category}`}>
          <h2>{name}</h2>
          <div className={appsStyle.cards}>
            {found
              .filter(s => s.category === category)
              .map(service => (
                <Card key={service.id} service={service} onRead={() => setRead(service)} />
              ))}
          </div>
        </section>
      ))}
      {read ? <Guide service={read} onClose={() => setRead(undefined)} /> : null}
    </Page>
  )
}
/** Scrolls without changing the page's address. */
function goTo(event: React.MouseEvent, id: string): void {
  event.preventDefault()
  document.getElementById(id)?.scrollIntoView({ behavior: 'smooth', block: 'start' })
}
function matches(s: Service, words: string): boolean {
  const wanted = words.trim().toLowerCase()
  return !wanted || s.name.toLowerCase().includes(wanted) || s.sound.includes(wanted)
}
function Card({ service, onRead }: { service: Service; onRead: () => void }) {
  const open = useOpenApp()
  const collect = useCollect()
  const { isCollected, name } = service
  return (
    <Sheet as="article" className={classes(appsStyle.card, !service.isOpen && appsStyle.closed)} data-closed={!service.isOpen || undefined}>
      <header>
        <AppIcon app={service} />
        <div>
          <h3>{name}</h3>
          <p>{service.audience.length ? t('{{who}}可办', { who: service.audience.join(t('、')) }) : t('所有人可办')}</p>
        </div>
        <Button
          type="text"
          aria-pressed={isCollected}
          aria-label={isCollected ? t('取消收藏“{{name}}”', { name }) : t('收藏“{{name}}”', { name })}
          icon={<Star size={17} strokeWidth={1.75} fill={isCollected ? 'currentColor' : 'none'} />}
          className={classes(appsStyle.star, isCollected && appsStyle.starred)}
          onClick={() => collect.mutate({ id: service.id, isCollected: !isCollected })}
        />
      </header>
      <p className={appsStyle.window}>{windowText(service)}</p>
      {service.usualMinutes === null ? null : <p className={appsStyle.window}>{usualText(service.usualMinutes)}</p>}
      <footer>
        {service.guide ? (
          <Button type="link" size="small" onClick={onRead}>
            {t('办事指南')}
          </Button>
        ) : null}
        <Button type="default" className={classes(style.soft)} disabled={!service.isOpen} onClick={() => open(service)}>
          {service.isOpen ? t('进入') : t('未开放')}
        </Button>
      </footer>
    </Sheet>
  )
}
const usualText = (minutes: number): string =>
  minutes < 60 ? t('平均 {{n}} 分钟办结', { n: Math.max(1, minutes) }) : t('平均 {{n}} 个工作小时办结', { n: Math.round(minutes / 60) })
function windowText(s: Service) {
  if (s.closedReason) return <Tag color="warning">{s.closedReason}</Tag>
  if (s.endAt) return t('{{time}} 截止', { time: formatDatetime(s.endAt) })
  return t('长期开放')
}
/** Guide of a service. */
function Guide({ service, onClose }: { service: Service; onClose: () => void }) {
  return (
    <Dialog open title={t('{{name}} 办事指南', { name: service.name })} onClose={onClose} width={560}>
      <div className={appsStyle.guide}>
        <RichText html={service.guide ?? ''} />
      </div>
    </Dialog>
  )
}
