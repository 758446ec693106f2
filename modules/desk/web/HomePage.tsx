import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { useFolded, useNarrow } from '#web/feedback/useNarrow.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { Landscape } from '#web/theme/Landscape.tsx'
import { dayQuery } from './home/dayQuery.ts'
import { FirstSteps } from './home/FirstSteps.tsx'
import { Greeting } from './home/Greeting.tsx'
import style from './home/home.module.css'
import { homeQuery } from './home/homeQuery.ts'
import { placeStyle } from './home/placeStyle.ts'
import { WidgetPlace } from './home/WidgetPlace.tsx'

export const firstQueries: PageFile['firstQueries'] = () => [homeQuery(), dayQuery()]
/** The home page: the date and the widgets in the user's or role's layout. Phones show one column, todos first. */
export default function HomePage() {
  const isNarrow = useNarrow()
  const isFolded = useFolded()
  const read = useQuery(homeQuery())
  const { data } = read
  const widgets = useMemo(() => {
    const ordered = [...(data?.widgets ?? [])].sort((a, b) => a.y - b.y || a.x - b.x)
    return isNarrow ? ordered.sort((a, b) => phoneRank(a.widget) - phoneRank(b.widget)) : ordered
  }, [data, isNarrow])
  return (
    <div className={style.home}>
      {isNarrow ? (
        <div className={style.hills}>
          <Landscape />
        </div>
      ) : null}
      <Greeting isNarrow={isNarrow} />
      <FirstSteps />
      {data ? null : <Loading of={read} lines={8} />}
      <div className={style.grid} data-grid>
        {widgets.map(w => (
          <div key={w.widget} style={isFolded ? undefined : placeStyle(w)} data-wide={w.w > HALF || undefined}>
            <WidgetPlace component={w.component} />
          </div>
        ))}
      </div>
    </div>
  )
}
/** Columns of twelve above which a widget takes both of a tablet's. */
const HALF = 6
/** Order on phones: todos, apps, applications, lessons, then the rest by position. */
const phoneRank = (widget: string): number => ({ 'desk.todo': 0, 'desk.apps': 1, 'desk.applications': 2, 'desk.lessons': 3 })[widget] ?? 9
