/**
 * What pages submit: {@link dev.weir.net.http.form.Form} for {@code application/x-www-form-urlencoded}, {@link
 * dev.weir.net.http.form.Multipart} for {@code multipart/form-data} with files, which stream.
 */
@NullMarked
package dev.weir.net.http.form;

import org.jspecify.annotations.NullMarked;
