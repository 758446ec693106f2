import { chartColors } from '#web/theme/antd.ts'
import tokens from '#web/theme/tokens.json' with { type: 'json' }

/** Colour of what failed or was refused. */
export const failedColor = (dark: boolean): string => tokens.antd[dark ? 'dark' : 'light'].token.colorError
/** ECharts' theme from the tokens: hairline grid, no axis lines, no shadows, bars with small shoulders. */
export function chartTheme(dark: boolean) {
  const token = tokens.antd[dark ? 'dark' : 'light'].token
  const text = { color: token.colorTextTertiary, fontFamily: token.fontFamily, fontSize: 12 }
  const axis = {
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { ...text, hideOverlap: true },
    nameTextStyle: text,
    splitLine: { lineStyle: { color: token.colorBorderSecondary, width: 1 } },
  }
  return {
    color: [...chartColors(dark)],
    textStyle: { fontFamily: token.fontFamily, color: token.colorText },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: axis,
    timeAxis: { ...axis, splitLine: { show: false } },
    grid: { left: 8, right: 8, top: 32, bottom: 8, containLabel: true },
    legend: { textStyle: text, itemWidth: 10, itemHeight: 10, itemGap: 16, left: 0, top: 0, icon: 'roundRect' },
    tooltip: {
      backgroundColor: token.colorBgElevated,
      borderColor: token.colorBorder,
      borderWidth: 1,
      textStyle: { color: token.colorText, fontFamily: token.fontFamily, fontSize: 13 },
      axisPointer: { lineStyle: { color: token.colorBorder }, shadowStyle: { color: token.colorFillTertiary } },
      extraCssText: `box-shadow:${token.boxShadow};border-radius:8px`,
    },
    bar: { barMaxWidth: 28, itemStyle: { borderRadius: [2, 2, 0, 0] }, label: { color: token.colorTextSecondary } },
    line: { symbol: 'circle', symbolSize: 6, lineStyle: { width: 2 } },
    pie: { itemStyle: { borderColor: token.colorBgContainer, borderWidth: 2 }, label: { color: token.colorText } },
    markLine: { symbol: 'none', lineStyle: { color: token.colorTextTertiary, type: 'dashed', width: 1 }, label: { color: token.colorTextTertiary } },
  }
}
