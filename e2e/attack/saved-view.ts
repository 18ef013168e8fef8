/** The minimal saved view. */
export const VIEW = '{search:"",filters:{},sort:"-created",columns:["name"],widths:{},density:"compact",size:50}';
