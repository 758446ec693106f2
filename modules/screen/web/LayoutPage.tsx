import { Button, Dropdown, Input, Segmented, Select } from 'antd'
import { GripVertical, MoveDiagonal2, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { GRID_COLUMNS, GRID_ROWS } from '#model'
import { useWidth } from '#web/big-screen/useWidth.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { notify } from '#web/http/index.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useGridDrag } from '#web/layout/useGridDrag.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { screenChoices } from '../model/device.ts'
import { type Placed, publishLayout, readLayout, rollBackLayout, saveLayout } from '../model/layout.ts'
import { type Known, moved, roomFor } from '../model/move.ts'
import style from './layout.module.css'
import { SizedFrame, sizeOptions, type Width } from './SizedFrame.tsx'

type Read = AnswerOf<typeof readLayout>
export const about: PageFile['about'] = () => ({
  use: t('一块大屏上放哪些图块、放在哪里；别的大屏的图块也能放。'),
  who: t('管理大屏的人；只能放自己看得到的图块。'),
  first: t('拖动图块，或用方向键移动、按住 Shift 改变大小；先保存草稿看预览，再发布。发布过的每一版都能退回。'),
})
/** 大屏管理 → 大屏布局 */
export default function LayoutPage() {
  const [params, , put] = useOwnParams()
  const choices = useRead(screenChoices, {})
  const wanted = params.get('screen')
  const screen = choices.data?.find(c => c.code === wanted)?.code ?? choices.data?.[0]?.code
  return (
    <Page title={t('大屏布局')}>
      <Loaded of={choices} empty={all => !all.length && t('没有可以打开的大屏')}>
        {all => (
          <Stack>
            <Row gap={2}>
              <Select
                aria-label={t('大屏')}
                value={screen ?? null}
                options={all.map(c => ({ value: c.code, label: tAny(c.title) }))}
                onChange={code => put({ screen: code })}
                popupMatchSelectWidth={false}
              />
            </Row>
            {screen ? <OneScreen key={screen} screen={screen} /> : null}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
function OneScreen({ screen }: { screen: string }) {
  const read = useRead(readLayout, { screen })
  return <Loaded of={read}>{data => <Editor key={JSON.stringify(data.tiles)} screen={screen} of={data} />}</Loaded>
}
const placedIn = (of: Read): Placed[] => of.tiles.flatMap(p => p ?? [])
function Editor({ screen, of }: { screen: string; of: Read }) {
  const [places, setPlaces] = useState(() => placedIn(of))
  const isDirty = JSON.stringify(places) !== JSON.stringify(placedIn(of))
  useUnsaved(isDirty)
  const save = useAct(saveLayout, { changes: ['bigScreen'], done: t('已保存草稿') })
  const catalogue = of.catalogue.flatMap(c => c ?? [])
  const known: Known = new Map(catalogue.map(c => [c.tile, { title: tAny(c.title), w: c.leastW, h: c.leastH }]))
  const input = { screen, tiles: places.map(p => ({ ...p, title: p.title ?? null })) }
  const free = catalogue.filter(c => !places.some(p => p.tile === c.tile))
  const add = (tile: string) => {
    const place = roomFor(places, tile, known)
    if (place) setPlaces([...places, place])
    else notify.error(t('放不下“{{title}}”，先移走别的图块', { title: known.get(tile)?.title ?? tile }))
  }
  const put = (tile: string, to: Partial<Placed>) => {
    const after = moved(places, tile, to, known)
    if (after) setPlaces(after)
    else notify.error(t('那里已有图块，先移走它'))
  }
  return (
    <Stack>
      <Row gap={2}>
        <Dropdown
          trigger={['click']}
          menu={{ items: free.map(c => ({ key: c.tile, label: `${tAny(c.title)} · ${tAny(c.screen)}`, title: tAny(c.definition) })), onClick: ({ key }) => add(key) }}
          disabled={!free.length}
        >
          <Button icon={<Plus size={16} />}>{t('添加图块')}</Button>
        </Dropdown>
        <Button disabled={!isDirty} loading={save.isPending} onClick={() => save.mutate(input)}>
          {t('保存草稿')}
        </Button>
        <ActionButton of={publishLayout} input={input} type="primary" changes={['bigScreen']} confirm={t('正在显示这块大屏的设备马上换成新的布局。')} done={t('已发布')} />
      </Row>
      {save.error ? <Refused what={t('没有保存')} error={save.error} /> : null}
      <Canvas places={places} known={known} onPut={put} onRemove={tile => setPlaces(places.filter(p => p.tile !== tile))} />
      <Preview src={`${of.path}?draft=1`} title={tAny(of.title)} isStale={isDirty} />
      <Versions screen={screen} of={of} />
    </Stack>
  )
}
interface CanvasProps {
  places: readonly Placed[]
  known: Known
  onPut: (tile: string, to: Partial<Placed>) => void
  onRemove: (tile: string) => void
}
const stepOf = (grid: Element) => ({ column: grid.clientWidth / GRID_COLUMNS, row: grid.clientHeight / GRID_ROWS })
function Canvas({ places, known, onPut, onRemove }: CanvasProps) {
  const drag = useGridDrag({ stepOf }, ({ id, to }) => onPut(id, to))
  return (
    <section className={style.canvas} data-grid aria-label={t('布局')}>
      {places.map(p => {
        const at = drag.dragging?.id === p.tile ? { ...p, ...drag.dragging.to } : p
        const title = known.get(p.tile)?.title ?? p.tile
        const keys = (event: KeyboardEvent) => {
          const to = stepsOf(p, event.shiftKey)[event.key]
          if (!to) return
          event.preventDefault()
          onPut(p.tile, to)
        }
        return (
          <div
            key={p.tile}
            className={style.tile}
            data-lifted={drag.dragging?.id === p.tile}
            style={{ gridColumn: `${Math.max(0, at.x) + 1} / span ${at.w}`, gridRow: `${at.y + 1} / span ${at.h}` }}
          >
            <button
              type="button"
              className={style.grip}
              {...drag.handlers}
              onPointerDown={drag.begin(p.tile, p, 'move')}
              onKeyDown={keys}
              aria-label={t('移动“{{title}}”：方向键移动，按住 Shift 改变大小。现在第 {{column}} 列第 {{row}} 行，宽 {{w}} 高 {{h}}', {
                title,
                column: p.x + 1,
                row: p.y + 1,
                w: p.w,
                h: p.h,
              })}
            >
              <GripVertical size={16} aria-hidden="true" />
            </button>
            <Input
              size="small"
              aria-label={t('“{{title}}”的标题', { title })}
              placeholder={title}
              value={p.title ?? ''}
              maxLength={20}
              onChange={e => onPut(p.tile, { title: e.target.value || null })}
            />
            <Button type="text" size="small" aria-label={t('移除“{{title}}”', { title })} icon={<X size={15} />} onClick={() => onRemove(p.tile)} />
            <span className={style.corner} {...drag.handlers} onPointerDown={drag.begin(p.tile, p, 'size')} aria-hidden="true">
              <MoveDiagonal2 size={16} />
            </span>
          </div>
        )
      })}
    </section>
  )
}
const stepsOf = ({ x, y, w, h }: Placed, isSizing: boolean): Readonly<Record<string, Partial<Placed>>> =>
  isSizing
    ? { ArrowLeft: { w: w - 1 }, ArrowRight: { w: w + 1 }, ArrowUp: { h: h - 1 }, ArrowDown: { h: h + 1 } }
    : { ArrowLeft: { x: x - 1 }, ArrowRight: { x: x + 1 }, ArrowUp: { y: y - 1 }, ArrowDown: { y: y + 1 } }
const MOST_HIGH = 480
function Preview({ src, title, isStale }: { src: string; title: string; isStale: boolean }) {
  const [size, setSize] = useState<Width>(1920)
  const [ref, width] = useWidth<HTMLDivElement>(960)
  return (
    <Sheet
      title={t('预览')}
      note={isStale ? t('保存草稿后更新') : null}
      actions={<Segmented<Width> aria-label={t('尺寸')} value={size} onChange={setSize} options={sizeOptions} />}
    >
      <div ref={ref}>
        <SizedFrame src={src} title={title} width={size} room={{ width, height: MOST_HIGH }} />
      </div>
    </Sheet>
  )
}
function Versions({ screen, of }: { screen: string; of: Read }) {
  return (
    <Sheet title={t('版本')}>
      <PlainTable
        label={t('版本')}
        rows={of.versions}
        keyOf={v => String(v.no)}
        isCardsOnPhone
        columns={[
          [t('版本'), v => (v.no ? t('第 {{n}} 版', { n: v.no }) : t('出厂布局')), { isHead: true }],
          [t('状态'), v => (v.state ? <State tone={TONES[v.state]}>{t(LABELS[v.state])}</State> : null)],
          [t('发布时间'), v => (v.at ? formatDatetime(v.at) : MISSING)],
          [t('发布人'), v => v.by ?? MISSING],
          [
            t('操作'),
            v =>
              v.state === 'former' ? (
                <ActionButton of={rollBackLayout} input={{ screen, no: v.no }} changes={['bigScreen']} confirm={t('正在显示这块大屏的设备马上换成这一版。')} done={t('已退回')} />
              ) : null,
          ],
        ]}
      />
    </Sheet>
  )
}
const TONES = { draft: 'waiting', published: 'done', former: 'over' } as const
const LABELS = { draft: '草稿', published: '在用', former: '旧版' } as const
