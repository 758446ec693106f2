import { Input } from 'antd'
import { Search } from 'lucide-react'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Row } from '#web/layout/Layout.tsx'
import { PageTitle } from '#web/layout/Page.tsx'
import { formatNumber } from '#web/values/format.ts'
import { BED_STATES, type BedState, GENDER_RULES } from '../model/places.ts'
import { bedsIn, roomsIn } from './cells.ts'
import type { DormMap } from './MapPage.tsx'
import style from './map.module.css'

/** In order of relevance. */
const LEGEND: readonly BedState[] = ['occupied', 'free', 'reserved', 'locked', 'repair', 'off']
interface HeadProps {
  map: DormMap
  only: BedState | undefined
  onOnly: (state: BedState | undefined) => void
  /** An existing room number was entered. */
  onFound: (roomId: string) => void
}
/** Building name, totals, and the legend with counts, which filters. */
export function MapHead({ map, only, onOnly, onFound }: HeadProps) {
  const rooms = roomsIn(map)
  const beds = bedsIn(map)
  const find = (typed: string) => {
    const room = rooms.find(r => r.roomNo.toLowerCase() === typed.trim().toLowerCase())
    if (room) onFound(room.id)
  }
  return (
    <header className={style.head}>
      <Row>
        <PageTitle>
          {map.campusName} {map.name}
        </PageTitle>
        <span className={style.gender}>{t(GENDER_RULES[map.genderRule])}</span>
        <span className={style.quiet}>
          {t('{{floors}} 层，{{rooms}} 间，{{beds}} 张床', { floors: map.floors?.length ?? 0, rooms: rooms.length, beds: formatNumber(beds.length) })}
        </span>
        <Input
          className={classes(style.find)}
          allowClear
          prefix={<Search size={15} />}
          placeholder={t('房间号')}
          aria-label={t('按房间号打开')}
          onChange={event => find(event.target.value)}
          onPressEnter={event => find(event.currentTarget.value)}
        />
      </Row>
      <fieldset className={style.legend} aria-label={t('图例')}>
        {LEGEND.map(state => {
          const count = beds.filter(b => b.state === state).length
          if (!count && state !== 'occupied' && state !== 'free') return null
          return (
            <button
              key={state}
              type="button"
              aria-pressed={only === state}
              className={only === state ? `${style.key} ${style.on}` : style.key}
              onClick={() => onOnly(only === state ? undefined : state)}
            >
              <i className={style.bed} data-state={state} />
              {t(BED_STATES[state])}
              <b>{formatNumber(count)}</b>
            </button>
          )
        })}
        <span className={`${style.quiet} ${style.hint}`}>{t('点图例可筛选')}</span>
      </fieldset>
    </header>
  )
}
