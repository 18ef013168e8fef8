/** Id of the element that scrolls and takes the focus of the skip link; window and body never scroll. */
export const MAIN_ID = 'main';
